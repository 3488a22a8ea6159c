import { expect, it } from '@jest/globals';
import {
  addItems,
  countSelected,
  everythingSelected,
  isSelected,
  keepPresent,
  nothingSelected,
  selectOnly,
  toggleItem,
  withBand,
} from './selection-state.js';
import type { FileEntry } from '../file-space.js';

const item = (name: string, size = 0): FileEntry => ({
  path: `/${name}`,
  localPath: name,
  directory: false,
  fileType: '',
  size,
  createDate: '2026-11-21 00:00:00',
});
const [a, b, c] = [item('a'), item('b'), item('c')];

it('marks single entries', () => {
  const two = toggleItem(toggleItem(nothingSelected, a), b);
  expect([a, b, c].map(({ path }) => isSelected(two, path))).toEqual([true, true, false]);
  expect(countSelected(toggleItem(two, a), 3)).toBe(1);
});

it('selects everything without having seen it', () => {
  expect(countSelected(everythingSelected, 100_000)).toBe(100_000);
  expect(isSelected(everythingSelected, '/never-loaded')).toBe(true);
});

it('takes entries out of everything and puts them back', () => {
  const without = toggleItem(everythingSelected, a);
  expect(isSelected(without, '/a')).toBe(false);
  expect(countSelected(without, 3)).toBe(2);
  expect(isSelected(addItems(without, [a, b]), '/a')).toBe(true);
});

it('forgets what has gone, and knows what has changed', () => {
  const grown = item('a', 5);
  const kept = keepPresent(selectOnly([a, b]), [grown, c]);
  expect([...kept.marked.values()]).toEqual([grown]);
});

it('stays the same object when nothing has gone', () => {
  const selection = selectOnly([a]);
  expect(keepPresent(selection, [a, b])).toBe(selection);
});

it('a band added to everything but some takes these some in, and nothing else out', () => {
  const allButA = toggleItem(everythingSelected, a);
  const withB = withBand(allButA, [b]);
  expect(['/a', '/b', '/c'].map((path) => isSelected(withB, path))).toEqual([false, true, true]);
  expect(isSelected(withBand(allButA, [a]), '/a')).toBe(true);
  expect(['/a', '/b'].map((path) => isSelected(withBand(null, [b]), path))).toEqual([false, true]);
});
