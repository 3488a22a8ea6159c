import { expect, it } from '@jest/globals';
import { readTable, sortRows, widthOf } from './table-rows.js';

it('reads quoted fields, finds the separator, and fills rows that are too short', () => {
  const rows = [
    ['x;y', '2'],
    ['z', '3'],
  ];
  expect(readTable('a;b\n"x;y";2\nz;3\n', false, false)).toEqual({
    head: ['a', 'b'],
    rows,
    leftOut: 0,
  });
  expect(readTable('a,b\n1,2\n3\n', false, false).rows).toEqual([
    ['1', '2'],
    ['3', ''],
  ]);
  expect(readTable('a\tb,c\n1\t2,3', true, false).rows).toEqual([['1', '2,3']]);
});

it('leaves out the row that was cut, and columns beyond what is drawn', () => {
  expect(readTable('a,b\n1,2\n3,', false, true).rows).toEqual([['1', '2']]);
  const wide = Array.from({ length: 230 }, (_, at) => `c${at}`).join(',');
  expect(readTable(`${wide}\n${wide}`, false, false)).toMatchObject({ leftOut: 30 });
});

it('takes Chinese characters for twice as wide', () => {
  expect(widthOf('样本12')).toBe(6);
});

it('sorts numbers by value, words after them, and what is empty last either way', () => {
  const rows = ['10', '9', '', 'b', '1e2', 'a'].map((cell) => [cell]);
  const sorted = (isDescending: boolean): string[] =>
    sortRows(rows, 0, isDescending, 'en').map(([cell]) => cell ?? '');
  expect(sorted(false)).toEqual(['9', '10', '1e2', 'a', 'b', '']);
  expect(sorted(true)).toEqual(['b', 'a', '1e2', '10', '9', '']);
});
