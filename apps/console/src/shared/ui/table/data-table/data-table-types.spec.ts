import { describe, expect, it } from '@jest/globals';
import { columnsToShow, nextSorting, type Column } from './data-table-types.js';

const columns: Column<object>[] = [
  { id: 'name', title: '', cell: () => null, isAlways: true },
  { id: 'time', title: '', cell: () => null, priority: 2 },
  { id: 'note', title: '', cell: () => null, priority: 3 },
  { id: 'host', title: '', cell: () => null, priority: 4 },
  { id: 'size', title: '', cell: () => null, isOptional: true },
];
const shown = (width: number, choice = {}): string[] =>
  columnsToShow(columns, width, choice).map(({ id }) => id);

describe('columnsToShow', () => {
  it('shows all where there is room, and before the first measurement', () => {
    expect(shown(1600)).toEqual(['name', 'time', 'note', 'host']);
    expect(shown(0)).toEqual(['name', 'time', 'note', 'host']);
  });
  it('hides the least important first', () => {
    expect(shown(1200)).toEqual(['name', 'time', 'note']);
    expect(shown(1000)).toEqual(['name', 'time']);
    expect(shown(390)).toEqual(['name']);
  });
  it('lets the user choose at every width, but not away what a row is', () => {
    expect(shown(390, { note: true, size: true })).toEqual(['name', 'note', 'size']);
    expect(shown(1200, { time: false, name: false })).toEqual(['name', 'note']);
  });
});

it('sorts ascending, descending, not at all', () => {
  const first = nextSorting(null, 'name');
  const second = nextSorting(first, 'name');
  expect([first, second, nextSorting(second, 'name')]).toEqual([
    { id: 'name', desc: false },
    { id: 'name', desc: true },
    null,
  ]);
  expect(nextSorting(second, 'time')).toEqual({ id: 'time', desc: false });
});
