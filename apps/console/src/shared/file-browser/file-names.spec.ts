import { describe, expect, it } from '@jest/globals';
import {
  followsNameHint,
  joinPath,
  nameProblem,
  nextFolderName,
  parentOf,
  sortItems,
  trailOf,
} from './file-names.js';
import type { FileEntry } from './file-space.js';

const item = (name: string, more: Partial<FileEntry> = {}): FileEntry => ({
  path: `/${name}`,
  localPath: name,
  directory: false,
  fileType: '',
  size: 0,
  createDate: '2026-11-20 10:00:00',
  ...more,
});

describe('nextFolderName', () => {
  it('starts with 1', () => expect(nextFolderName('文件夹', [])).toBe('文件夹1'));
  it('takes the smallest unused number', () => {
    expect(nextFolderName('文件夹', ['文件夹1', '文件夹3', '文件夹10'])).toBe('文件夹2');
  });
  it('leaves gaps before 1 alone', () => {
    expect(nextFolderName('文件夹', ['文件夹', '文件夹0', '文件夹01'])).toBe('文件夹1');
  });
});

describe('nameProblem', () => {
  it.each(['a', '论文.pdf', '.bashrc', 'a b', '...', 'a\\b'])('takes %j', (name) =>
    expect(nameProblem(name)).toBeNull(),
  );
  it.each([
    ['', 'nameRequired'],
    ['  ', 'nameRequired'],
    ['\u3000\u200b', 'nameRequired'],
    ['.', 'nameInvalid'],
    ['..', 'nameInvalid'],
    ['a/b', 'nameInvalid'],
    ['a\u0000', 'nameInvalid'],
    ['a\n', 'nameInvalid'],
    ['论'.repeat(86), 'nameTooLong'],
  ])('refuses %j: %s', (name, problem) => expect(nameProblem(name)).toBe(problem));
  it('counts bytes, not letters', () => expect(nameProblem('论'.repeat(85))).toBeNull());
});

it('hints at letters, digits and underscores after a letter', () => {
  expect(['课题_1', 'a1'].every(followsNameHint)).toBe(true);
  expect(['1a', '_a', 'a-b', 'a b'].some(followsNameHint)).toBe(false);
});

it('joins and splits paths', () => {
  expect([joinPath('/', 'a'), joinPath('/a', 'b')]).toEqual(['/a', '/a/b']);
  expect([parentOf('/a'), parentOf('/a/b')]).toEqual(['/', '/a']);
  expect(trailOf('/')).toEqual([]);
  expect(trailOf('/a/b')).toEqual([
    { name: 'a', path: '/a' },
    { name: 'b', path: '/a/b' },
  ]);
});

describe('sortItems', () => {
  const items = [
    item('f10', { size: 1 }),
    item('f2', { size: 5 }),
    item('z', { directory: true }),
    item('f1', { size: 5 }),
  ];
  const names = (...order: Parameters<typeof sortItems>): string[] =>
    sortItems(...order).map((entry) => entry.localPath);

  it('puts folders first and reads numbers by value', () => {
    expect(names(items, 'name', false, 'zh-CN')).toEqual(['z', 'f1', 'f2', 'f10']);
  });
  it('keeps folders first when descending', () => {
    expect(names(items, 'name', true, 'zh-CN')).toEqual(['z', 'f10', 'f2', 'f1']);
  });
  it('settles equal sizes by name', () => {
    expect(names(items, 'size', true, 'zh-CN')).toEqual(['z', 'f1', 'f2', 'f10']);
  });
});
