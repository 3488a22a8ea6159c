import type { DiskItem } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { Arrivals } from './arrivals.js';

const item = (name: string): DiskItem => ({
  path: `/${name}`,
  localPath: name,
  directory: false,
  fileType: '',
  size: 1,
  createDate: '2026-01-01 00:00:00',
});

let arrivals: Arrivals;
beforeEach(() => {
  arrivals = new Arrivals();
});

const take = (...names: string[]): string[] =>
  arrivals.take(names.map(item)).map(({ localPath }) => localPath);

it('takes what is awaited, once, and nothing else', () => {
  arrivals.await(['a.txt', '资料']);
  expect(take('a.txt', 'b.txt')).toEqual(['a.txt']);
  expect(take('a.txt')).toEqual([]);
  expect(take('资料')).toEqual(['资料']);
  expect(arrivals.isEmpty).toBe(true);
});

it('knows an entry that got a number beside another of its name', () => {
  arrivals.await(['草稿.tar.gz', '草稿.tar.gz', '表 (2).csv', '夹']);
  expect(take('草稿 (1).tar.gz', '草稿 (2).tar.gz', '草稿 (3).tar.gz')).toEqual([
    '草稿 (1).tar.gz',
    '草稿 (2).tar.gz',
  ]);
  expect(take('表 (2) (1).csv', '夹 (7)')).toEqual(['表 (2) (1).csv', '夹 (7)']);
});

it('awaits nothing any more once it is cleared', () => {
  arrivals.await(['a.txt']);
  arrivals.clear();
  expect(take('a.txt')).toEqual([]);
});
