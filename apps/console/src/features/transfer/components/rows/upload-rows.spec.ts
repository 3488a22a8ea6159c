import { expect, it } from '@jest/globals';
import {
  arrivedPercent,
  groupPicked,
  viewOf,
  type GroupView,
} from '../../upload/queue/upload-group.js';
import { withBatches } from '../with-batches.js';

const views = (names: readonly string[]): GroupView[] =>
  groupPicked(
    { space: 'disk' },
    '/to',
    names.map((path) => ({ path, file: new File(['ab'], path) })),
  ).map((group) => viewOf(group));
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `f${at}`);
const nameOf = (count: number): string => `${count} files`;

it('draws many loose files of one choice as one row, few as they are', () => {
  expect(withBatches(views(numbered(3)), nameOf)).toHaveLength(3);
  const many = views(numbered(300));
  const [first] = many;
  if (first) {
    first.problems = [{ message: 'no room', count: 1 }];
    first.state = 'failed';
  }
  const [row, ...others] = withBatches(many, nameOf);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ name: '300 files', fileCount: 300, totalBytes: 600, dir: '/to' });
  expect(row?.problems).toEqual([{ message: 'no room', count: 1 }]);
});

it('keeps a folder of the same choice a row of its own', () => {
  const rows = withBatches(views(['dir/x', ...numbered(20)]), nameOf);
  expect(rows.map(({ name }) => name)).toEqual(['dir', '20 files']);
});

it('is not through before the server said so', () => {
  const all = { loadedBytes: 10, totalBytes: 10 };
  expect(arrivedPercent({ ...all, state: 'uploading' })).toBe(99);
  expect(arrivedPercent({ ...all, state: 'complete' })).toBe(100);
  expect(arrivedPercent({ loadedBytes: 0, totalBytes: 0, state: 'uploading' })).toBe(0);
});
