import { describe, expect, it } from '@jest/globals';
import { groupPicked, renameFolder, viewOf } from './upload-group.js';

const file = (name: string, size = 1): File => new File([new Uint8Array(size)], name);
const pick = (...paths: string[]): ReturnType<typeof groupPicked> =>
  groupPicked(
    { space: 'disk' },
    '/here',
    paths.map((path) => ({ path, file: file(path.split('/').at(-1) ?? '', 10) })),
  );

describe('groupPicked', () => {
  it('gives each loose file its own group and each folder one', () => {
    const groups = pick('a.txt', 'set/b.txt', 'set/deep/c.txt', 'other/d.txt');
    expect(groups.map(({ name, isFolder, items }) => [name, isFolder, items.length])).toEqual([
      ['a.txt', false, 1],
      ['set', true, 2],
      ['other', true, 1],
    ]);
    expect(groups[1]?.items.map(({ relativePath, fileName }) => [relativePath, fileName])).toEqual([
      ['set', 'b.txt'],
      ['set/deep', 'c.txt'],
    ]);
  });

  it('tells a file from a folder of the same name', () => {
    expect(pick('x', 'x/y').map(({ isFolder }) => isFolder)).toEqual([false, true]);
  });
});

it('keeps empty folders, one entry for all of a folder', () => {
  const groups = groupPicked({ space: 'disk' }, '/', [
    { file: null, path: 'set/empty' },
    { file: file('a'), path: 'set/a' },
    { file: null, path: 'set/deep/empty' },
    { file: null, path: 'alone' },
  ]);
  expect(groups.map(({ name, isFolder }) => [name, isFolder])).toEqual([
    ['set', true],
    ['alone', true],
  ]);
  expect(groups[0]?.items.map(({ folders }) => folders)).toEqual([
    ['set/empty', 'set/deep/empty'],
    null,
  ]);
  const [set] = groups;
  if (set) {
    renameFolder(set, 'set (1)');
  }
  expect(set?.items[0]?.folders).toEqual(['set (1)/empty', 'set (1)/deep/empty']);
});

it('renames a folder at its top only', () => {
  const [group] = pick('set/b.txt', 'set/set/c.txt');
  if (!group) {
    throw new Error('no group');
  }
  renameFolder(group, 'set (1)');
  expect(group.name).toBe('set (1)');
  expect(group.items.map((item) => item.relativePath)).toEqual(['set (1)', 'set (1)/set']);
});

it('sums a group up by its most telling file', () => {
  const [group] = pick('set/a', 'set/b', 'set/c');
  const [a, b, c] = group?.items ?? [];
  if (!group || !a || !b || !c) {
    throw new Error('no group');
  }
  a.state = 'complete';
  a.loadedBytes = 10;
  b.state = 'failed';
  b.problem = { kind: 'refused', message: 'why' };
  c.state = 'uploading';
  c.loadedBytes = 5;
  expect(viewOf(group)).toMatchObject({
    state: 'uploading',
    completeCount: 1,
    failedCount: 1,
    loadedBytes: 15,
    totalBytes: 30,
    problem: { kind: 'refused', message: 'why' },
  });
  c.state = 'complete';
  expect(viewOf(group).state).toBe('failed');
});
