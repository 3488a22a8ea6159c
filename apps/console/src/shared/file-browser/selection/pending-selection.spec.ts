import { beforeEach, expect, it } from '@jest/globals';
import { PendingSelection } from './pending-selection.js';
import type { FileEntry } from '../file-space.js';

const item = (name: string): FileEntry => ({
  path: `/${name}`,
  localPath: name,
  directory: false,
  fileType: '',
  size: 1,
  createDate: '2026-01-01 00:00:00',
});

let pendingSelection: PendingSelection;
beforeEach(() => {
  pendingSelection = new PendingSelection();
});

const resolve = (...names: string[]): string[] =>
  pendingSelection.resolve(names.map(item)).map(({ localPath }) => localPath);

it('takes what is awaited, once, and nothing else', () => {
  pendingSelection.add(['a.txt', '资料']);
  expect(resolve('a.txt', 'b.txt')).toEqual(['a.txt']);
  expect(resolve('a.txt')).toEqual([]);
  expect(resolve('资料')).toEqual(['资料']);
  expect(pendingSelection.isEmpty).toBe(true);
});

it('knows an entry that got a number beside another of its name', () => {
  pendingSelection.add(['草稿.tar.gz', '草稿.tar.gz', '表 (2).csv', '夹']);
  expect(resolve('草稿 (1).tar.gz', '草稿 (2).tar.gz', '草稿 (3).tar.gz')).toEqual([
    '草稿 (1).tar.gz',
    '草稿 (2).tar.gz',
  ]);
  expect(resolve('表 (2) (1).csv', '夹 (7)')).toEqual(['表 (2) (1).csv', '夹 (7)']);
});

it('awaits nothing any more once it is cleared', () => {
  pendingSelection.add(['a.txt']);
  pendingSelection.clear();
  expect(resolve('a.txt')).toEqual([]);
});
