import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { endlessRoom as room } from '@clusterdesk/tests/features/endless-room.js';
import { appendToUpload } from './upload-writer.js';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clusterdesk-writer-'));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'] });
});
afterEach(async () => {
  jest.useRealTimers();
  await rm(dir, { recursive: true });
});

it('tells how long an upload is while it grows, and nothing while its line is silent', async () => {
  const path = join(dir, 'file');
  await writeFile(path, 'head');
  const source = new PassThrough();
  const told: number[] = [];
  const onTick = (length: number): void => void told.push(length);
  const appended = appendToUpload({
    ...{ source, room, path, offset: 4, maxBytes: 100, checksum: null },
    onTick,
  });
  for (const piece of ['slow', 'line']) {
    source.write(piece);
    while (!(await readFile(path, 'utf8')).endsWith(piece)) {
      jest.advanceTimersByTime(100);
      await new Promise(setImmediate);
    }
    await new Promise(setImmediate);
    jest.advanceTimersByTime(2_000);
  }
  source.end();
  expect(await appended).toBe(12);
  expect(told).toEqual([8, 12]);
});
