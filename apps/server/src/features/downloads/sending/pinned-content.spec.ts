import {
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ContentChangedError } from '../download.errors.js';
import { assertPinned, assertSameFile, pinHandle, type PinnedFile } from './pinned-content.js';

const then = new Date('2026-01-02T03:04:05.678Z');
let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-pinned-'));
  path = join(dir, 'file');
  write('approved');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(text: string): void {
  writeFileSync(path, text);
  utimesSync(path, then, then);
}

async function withFile<T>(use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}
const pin = (): Promise<PinnedFile> => withFile((handle) => pinHandle(handle, '/file'));
const check = (pinned: PinnedFile): Promise<void> =>
  withFile((handle) => assertPinned(handle, pinned));

describe('a pinned file', () => {
  it('is the same under another name', async () => {
    const pinned = await pin();
    renameSync(path, join(dir, 'other'));
    path = join(dir, 'other');
    await expect(check(pinned)).resolves.toBeUndefined();
  });

  it('is not one of another size, nor of another time', async () => {
    const pinned = await pin();
    write('approved!');
    await expect(check(pinned)).rejects.toThrow(ContentChangedError);
    write('approved');
    await expect(check(pinned)).resolves.toBeUndefined();
    utimesSync(path, then, new Date(then.getTime() + 1));
    await expect(check(pinned)).rejects.toThrow(ContentChangedError);
  });

  it('is not one that took its place with its size and its time', async () => {
    const pinned = await pin();
    // As an upload does: the old one is there until the new one has its name.
    path = join(dir, 'new');
    write('replaced');
    renameSync(path, join(dir, 'file'));
    path = join(dir, 'file');
    await expect(check(pinned)).rejects.toThrow(ContentChangedError);
  });

  it('is not one that was made later and got its inode', async () => {
    const pinned = await pin();
    await withFile(async (handle) => {
      const stats = await handle.stat({ bigint: true });
      const later: BigIntStats = Object.assign(Object.create(stats), {
        birthtimeNs: stats.birthtimeNs + 1n,
      });
      const reborn: FileHandle = Object.assign(Object.create(handle), { stat: async () => later });
      await expect(assertPinned(reborn, pinned)).rejects.toThrow(ContentChangedError);
      await expect(assertSameFile(reborn, pinned)).rejects.toThrow(ContentChangedError);
    });
  });
});
