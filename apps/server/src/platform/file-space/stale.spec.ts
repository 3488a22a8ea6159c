import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { EntryNotFoundError, explainErrno, isErrno, SpaceFullError } from './file-space.errors.js';
import { FileSpace } from './file-space.js';
import { SafeDirectory } from './safe-directory.js';

let base: string;
let space: FileSpace;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'stale-'));
  space = await FileSpace.open({ root: join(base, 'root'), trash: join(base, 'trash') });
  await mkdir(join(base, 'root/d'));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await rm(base, { recursive: true, force: true });
});

/** Node has no name for some failures, and tells their number only. */
const unnamed = (errno: number): Error =>
  Object.assign(new Error(`Unknown system error ${errno}`), {
    errno,
    code: `Unknown system error ${errno}`,
    syscall: 'lstat',
  });
const stale = unnamed(-116);

/** What is asked of an open folder fails, as on NFS when another host has removed it. */
function goStale(meanwhile: () => Promise<void>): void {
  jest.spyOn(SafeDirectory.prototype, 'lstat').mockImplementation(async () => {
    await meanwhile();
    throw stale;
  });
}

it('knows the failures that Node has no name for', () => {
  expect(isErrno(stale, 'ESTALE')).toBe(true);
  expect(explainErrno(unnamed(-122), '/')).toBeInstanceOf(SpaceFullError);
});

it('a folder that another host removes while it is used is gone', async () => {
  goStale(() => rmdir(join(base, 'root/d')));
  await expect(space.stat('/d/f')).rejects.toThrow(EntryNotFoundError);
});

it('what happened in a folder that another one has replaced is not known', async () => {
  goStale(() => Promise.resolve());
  await expect(space.stat('/d/f')).rejects.toBe(stale);
});

it('a removed folder has no names left that a power cut could take', async () => {
  const folder = await SafeDirectory.openRoot(join(base, 'root/d'));
  try {
    jest.spyOn(folder['handle'], 'sync').mockRejectedValue(stale);
    await expect(folder.flush()).resolves.toBeUndefined();
    jest.spyOn(folder['handle'], 'sync').mockRejectedValue(unnamed(-122));
    await expect(folder.flush()).rejects.toThrow('-122');
  } finally {
    await folder.close();
  }
});
