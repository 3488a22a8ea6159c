import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileSpace } from '../file-space.js';
import type { ChangedOptions } from './changed-entries.js';

let dir: string;
let files: FileSpace;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'changed-'));
  files = await FileSpace.open({ root: join(dir, 'root'), trash: join(dir, 'trash') });
  await mkdir(join(dir, 'root/deep/er'), { recursive: true });
  await mkdir(join(dir, 'outside'));
  await writeFile(join(dir, 'outside/theirs'), '');
  await symlink(join(dir, 'outside'), join(dir, 'root/link'));
  for (const [name, year] of [
    ['/one', 2101],
    ['/deep/two', 2103],
    ['/deep/er/three', 2102],
    ['/old', 1999],
  ] as const) {
    await writeFile(join(dir, 'root', name), name);
    const time = new Date(Date.UTC(year, 1));
    await utimes(join(dir, 'root', name), time, time);
  }
});
afterAll(() => rm(dir, { recursive: true }));

const find = (options: Partial<ChangedOptions> = {}, path = '/') =>
  files.findChanged(path, {
    since: Date.UTC(2100, 0),
    maxEntries: 1_000,
    maxKept: 1_000,
    endsAt: Infinity,
    signal: new AbortController().signal,
    ...options,
  });
const paths = async (found: ReturnType<typeof find>): Promise<[string[], boolean]> => {
  const { entries, isCut } = await found;
  return [entries.map(({ path }) => path), isCut];
};

describe('what changed below a folder', () => {
  it('is found newest first, and by no link', async () => {
    expect(await paths(find())).toEqual([['/deep/two', '/deep/er/three', '/one'], false]);
    expect(await paths(find({}, '/deep/er'))).toEqual([['/deep/er/three'], false]);
    await expect(find({}, '/link')).rejects.toThrow();
  });

  it('is also what was made, whatever time it names', async () => {
    const { entries } = await find({ since: Date.now() - 60_000 });
    expect(entries.map(({ path }) => path)).toContain('/old');
  });

  it('is cut, and says so', async () => {
    expect(await paths(find({ maxKept: 1 }))).toEqual([['/deep/two'], true]);
    expect((await find({ maxEntries: 1 })).isCut).toBe(true);
    expect((await find({ endsAt: 0 })).isCut).toBe(true);
    await expect(find({ signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it('is identified where it is there', async () => {
    const found = await files.identifyAll(['/one', '/deep/two', '/gone', '/link/theirs']);
    expect([...found.keys()]).toEqual(['/one', '/deep/two']);
    expect(found.get('/one')).toEqual(await files.identify('/one'));
  });
});
