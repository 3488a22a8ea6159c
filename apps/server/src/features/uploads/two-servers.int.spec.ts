import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resultOf, SpecForms } from '@clusterdesk/tests/wire/multipart-forms.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Staging } from '../spaces/storage/staging.js';

let one: SpecPlatform;
let two: SpecPlatform;
let ann: SpecUser;

beforeAll(async () => {
  one = await SpecPlatform.open({ withWorker: false });
  two = await SpecPlatform.open({
    withWorker: false,
    environment: { DATABASE_URL: one.config.databaseUrl, DATA_DIR: one.config.dataDir },
    // Longer than the tests: they wait for the other to let go, not for a time.
    timings: { files: { uploadLockMs: 600_000 } },
  });
  ann = await one.addUser('ann');
  await mkdir(ann.home, { recursive: true });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const placed = (name: string): Promise<Buffer> => readFile(join(ann.home, name));

async function offsetAt(tus: SpecTus, url: string): Promise<number> {
  const head = await tus.send(ann, 'HEAD', url);
  expect(head.status).toBe(200);
  return Number(head.headers.get('upload-offset'));
}

describe('an upload at two servers', () => {
  it('goes on at either while the other still holds its half-open connection', async () => {
    const content = randomBytes(4_000_000);
    const both = [new SpecTus(one), new SpecTus(one, two.baseUrl)];
    const url = await both[0]!.begin(ann, { fileName: 'turns.bin', dir: '/' }, content.length);
    let offset = 0;
    for (const [at, other] of [
      [0, 1],
      [1, 0],
      [0, 1],
    ] as const) {
      const rest = content.subarray(offset);
      await both[at]!.sendPart(ann, url, rest, 1_000_000, { 'Upload-Offset': String(offset) });
      const next = await offsetAt(both[other]!, url);
      expect(next).toBeGreaterThanOrEqual(offset);
      offset = next;
    }
    const last = await both[1]!.patch(ann, url, offset, content.subarray(offset));
    expect(last.status).toBe(204);
    expect((await placed('turns.bin')).equals(content)).toBe(true);
  });

  it('is not torn by the server whose locks were lost, as those of a killed one are', async () => {
    const content = randomBytes(3_000_000);
    const tus = new SpecTus(one);
    const url = await tus.begin(ann, { fileName: 'lost.bin', dir: '/' }, content.length);
    const silent = await tus.sendPart(ann, url, content, 1_000_000);
    const cut = new Promise<void>((resolve) => silent.once('close', () => resolve()));
    await one.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'clusterdesk locks' AND datname = current_database()`,
    );
    // Who works without its lock stops by itself: nobody asks for this upload yet.
    await cut;
    const other = new SpecTus(one, two.baseUrl);
    const offset = await offsetAt(other, url);
    expect((await other.patch(ann, url, offset, content.subarray(offset))).status).toBe(204);
    expect((await placed('lost.bin')).equals(content)).toBe(true);
  });

  it('in chunks is put together once, whichever server has which chunk, all at once', async () => {
    const chunkBytes = 50_000;
    const total = 8;
    const content = randomBytes(chunkBytes * total - 7);
    const both = [new SpecForms(one), new SpecForms(two)];
    const send = async (index: number, at: number): Promise<boolean> => {
      const fields = {
        ...{ operation: 0, fileDir: '/', suffix: 'bin', path: '/', fileName: 'chunks.bin' },
        ...{ shardIndex: index, shardSize: chunkBytes, shardTotal: total, key: 'of chunks.bin' },
        size: content.length,
      };
      const answer = await both[at]!.send(ann, 'uploadFile', [
        ...Object.entries(fields).map(([name, value]) => ({ name, content: String(value) })),
        {
          name: 'file',
          fileName: 'blob',
          content: content.subarray((index - 1) * chunkBytes, index * chunkBytes),
        },
      ]);
      return resultOf(answer).complete;
    };
    // Each chunk is sent to both, as by a client that tries again elsewhere.
    const indexes = Array.from({ length: total }, (_, index) => index + 1);
    for (const half of [indexes.slice(0, total / 2), indexes.slice(total / 2)]) {
      await Promise.all(
        half.flatMap((index) => [send(index, index % 2), send(index, (index + 1) % 2)]),
      );
    }
    expect((await placed('chunks.bin')).equals(content)).toBe(true);
    expect((await readdir(ann.home)).filter((name) => name.startsWith('chunks'))).toEqual([
      'chunks.bin',
    ]);
    expect(await readdir(one.get(Staging).uploadsDir)).toEqual([]);
  });
});
