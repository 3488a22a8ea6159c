import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { uploadsPath } from '@clusterdesk/contracts';
import { Upload } from 'tus-js-client';
import { useTusWire } from '../support/wire/tus-wire.js';

const wire = useTusWire();
const { metadata, placed } = wire;

describe('real clients', () => {
  test('tus-js-client uploads, pauses, and resumes from another instance', async () => {
    const content = randomBytes(3 * 1024 * 1024);
    const options = {
      endpoint: `${wire.server.baseUrl}${uploadsPath}`,
      headers: { Authorization: wire.token },
      metadata: { fileName: 'tus-js.bin', dir: '/' },
      chunkSize: 512 * 1024,
      retryDelays: [],
    };
    const url = await new Promise<string>((resolve, reject) => {
      const first = new Upload(content, {
        ...options,
        onError: reject,
        onChunkComplete: (_, accepted) => {
          if (accepted >= 1024 * 1024) {
            void first.abort().then(() => resolve(first.url ?? ''));
          }
        },
      });
      first.start();
    });
    let began: number | null = null;
    await new Promise<void>((resolve, reject) => {
      new Upload(content, {
        ...options,
        uploadUrl: url,
        onProgress: (sent) => (began ??= sent),
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    expect(began).toBeGreaterThanOrEqual(1024 * 1024);
    const file = await readFile(join(wire.server.config.filesDir, 'home/admin/tus-js.bin'));
    expect(file.equals(content)).toBe(true);
  });

  test('curl uploads in two pieces, and sends a form', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clusterdesk-curl-'));
    try {
      const source = join(folder, 'source.bin');
      const content = randomBytes(200_000);
      await writeFile(source, content.subarray(0, 120_000));
      const curl = async (...words: string[]): Promise<string> =>
        (
          await promisify(execFile)('curl', [
            '-sS',
            '-i',
            '-H',
            `Authorization: ${wire.token}`,
            ...words,
          ])
        ).stdout;
      const tus = ['-H', 'Tus-Resumable: 1.0.0'];
      const created = await curl(
        ...tus,
        '-X',
        'POST',
        '-H',
        'Upload-Length: 200000',
        '-H',
        `Upload-Metadata: ${metadata()}`,
        `${wire.server.baseUrl}${uploadsPath}`,
      );
      const url = `${wire.server.baseUrl}${/location: (\S+)/i.exec(created)?.[1]}`;
      const send = (offset: number): Promise<string> =>
        curl(
          ...tus,
          '-X',
          'PATCH',
          '-H',
          'Content-Type: application/offset+octet-stream',
          '-H',
          `Upload-Offset: ${offset}`,
          '--data-binary',
          `@${source}`,
          url,
        );
      expect(await send(0)).toMatch(/^HTTP\/1\.1 204[^]*upload-offset: 120000/i);
      await writeFile(source, content.subarray(120_000));
      expect(await send(120_000)).toMatch(/^HTTP\/1\.1 204[^]*upload-offset: 200000/i);
      expect((await readFile(placed())).equals(content)).toBe(true);
      const form = await curl(
        '-F',
        'dir=/',
        '-F',
        `files=@${source};filename=卷 "1".bin`,
        `${wire.server.baseUrl}/api/user/info/uploadFile`,
      );
      expect(form).toContain('"complete":true');
      const sent = await readFile(join(wire.server.config.filesDir, 'home/admin', '卷 "1".bin'));
      expect(sent.equals(content.subarray(120_000))).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
