import { describe, expect, it } from '@jest/globals';
import { columnsForWidth, nextSorting, type Column } from './data-table-types.js';

const columns: Column<object>[] = [
  { id: 'name', title: '', cell: () => null },
  { id: 'time', title: '', cell: () => null, priority: 2 },
  { id: 'note', title: '', cell: () => null, priority: 3 },
];
const shown = (width: number): string[] => columnsForWidth(columns, width).map(({ id }) => id);

describe('columnsForWidth', () => {
  it('shows all where there is room, and before the first measurement', () => {
    expect(shown(1200)).toEqual(['name', 'time', 'note']);
    expect(shown(0)).toEqual(['name', 'time', 'note']);
  });
  it('hides the least important first', () => {
    expect(shown(1000)).toEqual(['name', 'time']);
    expect(shown(390)).toEqual(['name']);
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
