import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@clusterdesk/contracts';
import { FileSpace } from '../file-space.js';
import type { FindOptions } from './searching.js';

let base: string;
let root: string;
let space: FileSpace;
const now = Date.now;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'file-searching-'));
  root = join(base, 'home');
  space = await FileSpace.open({ root, trash: join(base, 'trash') });
});

afterEach(async () => {
  Date.now = now;
  await rm(base, { recursive: true, force: true });
});

describe('find', () => {
  it('ends when its time is over, with what it found so far', async () => {
    for (const dir of ['a', 'a/b', 'a/b/c']) {
      await mkdir(join(root, dir));
      await writeFile(join(root, dir, 'needle'), '');
    }
    expect(await space.find('needle')).toMatchObject({
      cutBy: null,
      searchedFolders: 4,
      entries: { length: 3 },
    });
    // Each look at the clock takes two fifths of the time: the third after the first is too late.
    let looks = 0;
    Date.now = () => now() + (looks += 1) * limits.searchMaxMs * 0.4;
    const { entries, cutBy } = await space.find('needle');
    expect(cutBy).toBe('time');
    expect(entries.map(({ path }) => path)).toEqual(['/a/needle', '/a/b/needle']);
  });
});

describe('a search narrowed by kind and date', () => {
  beforeEach(async () => {
    await mkdir(join(root, 'Plots.png'));
    for (const [name, day] of [
      ['plot.PNG', 1],
      ['Plots.png/plot.csv', 2],
      ['plot', 3],
    ] as const) {
      await writeFile(join(root, name), '');
      await utimes(join(root, name), new Date(2026, 0, day), new Date(2026, 0, day));
    }
  });

  const found = async (options: FindOptions, key = 'plot'): Promise<string[]> =>
    (await space.find(key, '/', options)).entries.map(({ path }) => path).sort();

  it('finds folders, and what has the kind by its name', async () => {
    expect(await found({})).toEqual(['/Plots.png', '/Plots.png/plot.csv', '/plot', '/plot.PNG']);
    expect(await found({ kinds: ['folder'] })).toEqual(['/Plots.png']);
    expect(await found({ kinds: ['image', 'other'] })).toEqual(['/plot', '/plot.PNG']);
    expect(await found({ kinds: ['data'] }, '')).toEqual(['/Plots.png/plot.csv']);
  });

  it('finds what was changed from one moment up to another', async () => {
    const day = (number: number): number => new Date(2026, 0, number).getTime();
    expect(await found({ changedFrom: day(2), changedTo: day(3) })).toEqual([
      '/Plots.png/plot.csv',
    ]);
    expect(await found({ changedTo: day(2) })).toEqual(['/plot.PNG']);
    expect(await found({ changedFrom: day(3), kinds: ['other'] })).toEqual(['/plot']);
  });
});

describe('paths of very many folders', () => {
  const deep = (levels: number): string => '/x'.repeat(levels);

  it('are refused at once, in every call', async () => {
    const tooDeep = deep(limits.maxPathDepth + 1);
    const made: string[] = [];
    for (const call of [
      () => space.makeManyDirs(['/fine', tooDeep], { onChange: (dir) => made.push(dir) }),
      () => space.makeDirs(tooDeep),
      () => space.mkdir(tooDeep),
      () => space.stat(tooDeep),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'FILE_INVALID_PATH' });
    }
    expect(made).toEqual([]);
  });

  it('are not made by moving or placing either', async () => {
    const deepest = await space.makeDirs(deep(limits.maxPathDepth));
    await writeFile(join(root, 'f'), 'x');
    await writeFile(join(base, 'staged'), 'x');
    await mkdir(join(base, 'tree'));
    const identity = { dev: 0n, ino: 0n };
    for (const call of [
      () => space.moveInto('/f', deepest, 'refuse'),
      () => space.move('/f', `${deepest}/f`),
      () => space.place(join(base, 'staged'), identity, deepest, 'f', 'refuse'),
      () => space.placeTree(join(base, 'tree'), deepest, 'f', 'refuse'),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'FILE_INVALID_PATH' });
    }
    expect(await space.list(deepest, { language: 'en' })).toEqual([]);
  });
});
