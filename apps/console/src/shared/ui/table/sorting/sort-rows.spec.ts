import { expect, it, jest } from '@jest/globals';
import { sortRows } from './sort-rows.js';

const sorted = (values: (string | number | null)[], isDescending = false) =>
  sortRows(values, (value) => value, isDescending, 'en');

it('sorts words as people read them, numbers by value, and what is empty last in either order', () => {
  expect(sorted(['node10', 'Node2', 'élan', 'node1'])).toEqual([
    'élan',
    'node1',
    'Node2',
    'node10',
  ]);
  expect(sorted(['10.0.0.10', '10.0.0.9'])).toEqual(['10.0.0.9', '10.0.0.10']);
  expect(sorted([10, null, 9, -1])).toEqual([-1, 9, 10, null]);
  expect(sorted([9, null, 10], true)).toEqual([10, 9, null]);
});

it('keeps equals in the order they came in, and the rows as they were', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  expect(sortRows(rows, () => 1, true, 'en')).toEqual(rows);
  expect(sortRows(rows, ({ id }) => id, true, 'en').at(0)).toEqual({ id: 'c' });
  expect(rows.at(0)).toEqual({ id: 'a' });
});

it('makes one collator for all comparisons', () => {
  const made = jest.spyOn(Intl, 'Collator');
  sorted(['c', 'b', 'a', 'e', 'd']);
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});
