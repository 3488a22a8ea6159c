import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { uploadsPath } from '@clusterdesk/contracts';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(180_000);

let platform: TestPlatform;
let token: string;

beforeAll(async () => {
  platform = await TestPlatform.start();
  token = (await platform.signIn()).token ?? '';
});

afterAll(() => platform.stop());

const tus = (method: string, url: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(new URL(url, platform.url), {
    method,
    headers: { 'Tus-Resumable': '1.0.0', Authorization: token, ...headers },
    ...(body ? { body: Uint8Array.from(body) } : {}),
  });

const patchHeaders = (offset: number): Record<string, string> => ({
  'Content-Type': 'application/offset+octet-stream',
  'Upload-Offset': String(offset),
});

describe('a chunk with a checksum', () => {
  test('does not count when the server dies before it was checked', async () => {
    const content = randomBytes(6_000_000);
    const firstBytes = 1_000_000;
    const created = await tus('POST', uploadsPath, {
      'Upload-Length': String(content.length),
      'Upload-Metadata': `fileName ${Buffer.from('checked.bin').toString('base64')}`,
    });
    const url = created.headers.get('location') ?? '';
    await tus('PATCH', url, patchHeaders(0), content.subarray(0, firstBytes));

    // All but the end of the next chunk arrives, and some of it is wrong.
    const rest = content.subarray(firstBytes);
    const damaged = Buffer.from(rest);
    damaged.fill(0, 0, 1000);
    const outgoing = request(new URL(url, platform.url), {
      method: 'PATCH',
      headers: {
        'Tus-Resumable': '1.0.0',
        Authorization: token,
        ...patchHeaders(firstBytes),
        'Upload-Checksum': `sha1 ${createHash('sha1').update(rest).digest('base64')}`,
        'Content-Length': rest.length,
      },
    });
    outgoing.on('error', () => undefined);
    outgoing.write(damaged.subarray(0, damaged.length - 1000));
    const staged = join(platform.dataDir, 'files/.staging/uploads', url.split('/').pop() ?? '');
    await waitFor('bytes on the disk', () => statSync(staged).size > firstBytes + 1_000_000);
    await platform.killAndWait('server');

    expect(statSync(staged).size).toBeGreaterThan(firstBytes);
    const head = await tus('HEAD', url, {});
    expect(head.headers.get('upload-offset')).toBe(String(firstBytes));
    const last = await tus('PATCH', url, patchHeaders(firstBytes), rest);
    expect(last.status).toBe(204);
    const placed = readFileSync(join(platform.dataDir, 'files/home/admin/checked.bin'));
    expect(placed.equals(content)).toBe(true);
  });
});

describe('a file in chunks', () => {
  test('goes on after kill -9 of the server, with the chunks that were acknowledged', async () => {
    const chunkBytes = 2_000_000;
    const content = randomBytes(5_000_000);
    const send = async (index: number) => {
      const form = new FormData();
      const fields = {
        operation: '0',
        fileDir: '/',
        suffix: 'bin',
        shardIndex: String(index),
        shardSize: String(chunkBytes),
        shardTotal: '3',
        size: String(content.length),
        key: 'fault',
        path: '/',
        fileName: 'chunked.bin',
      };
      Object.entries(fields).forEach(([name, value]) => form.set(name, value));
      form.set(
        'file',
        new Blob([new Uint8Array(content.subarray((index - 1) * chunkBytes, index * chunkBytes))]),
      );
      const answer = await fetch(`${platform.url}/api/user/info/uploadFile`, {
        method: 'POST',
        headers: { Authorization: token },
        body: form,
      });
      return ((await answer.json()) as { result: unknown }).result;
    };
    expect(await send(3)).toMatchObject({ complete: false, received: [3] });
    await platform.killAndWait('server');
    expect(await send(1)).toMatchObject({ complete: false, received: [1, 3] });
    expect(await send(2)).toMatchObject({ complete: true, files: [{ path: '/chunked.bin' }] });
    const placed = readFileSync(join(platform.dataDir, 'files/home/admin/chunked.bin'));
    expect(placed.equals(content)).toBe(true);
  });
});
