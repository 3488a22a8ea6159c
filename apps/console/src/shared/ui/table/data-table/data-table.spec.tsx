import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { findA11yFaults } from '../../../testing/axe.js';
import { renderPage } from '../../../testing/render-page.js';
import { DataTable } from './data-table.js';
import type { Sorting } from './data-table-types.js';
import { sortRows } from '../sorting/sort-rows.js';

interface Fruit {
  name: string;
  weight: number;
}
const fruits: Fruit[] = [
  { name: 'pear', weight: 3 },
  { name: 'apple', weight: 1 },
  { name: 'fig', weight: 2 },
];
const columns = [
  {
    id: 'name',
    title: 'Name',
    isAlways: true,
    cell: ({ name }: Fruit) => name,
    sortBy: ({ name }: Fruit) => name,
  },
  { id: 'weight', title: 'Weight', cell: ({ weight }: Fruit) => weight },
  { id: 'half', title: 'Half', isOptional: true, cell: ({ weight }: Fruit) => weight / 2 },
];

function Page({ isPicker = false, name }: { isPicker?: boolean; name?: string }): ReactNode {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <DataTable
        {...(name === undefined ? {} : { name })}
        label="Fruits"
        columns={columns}
        rows={sorting ? sortRows(fruits, ({ name }) => name, sorting.desc, 'en') : fruits}
        rowId={({ name }) => name}
        sorting={sorting}
        onSortingChange={setSorting}
        selection={selection}
        onSelectionChange={setSelection}
        isPicker={isPicker}
        empty={null}
      />
      <output>{[...selection].join()}</output>
    </>
  );
}
const names = (): (string | null | undefined)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.children[1]?.textContent);
const selected = (): string | null => screen.getByRole('status').textContent;

describe('DataTable', () => {
  it('is a grid that counts its head, with nothing for axe to complain about', async () => {
    const { container } = renderPage(<Page />);
    const grid = screen.getByRole('grid', { name: 'Fruits' });
    expect(grid.getAttribute('aria-rowcount')).toBe('4');
    const rows = screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'));
    expect(rows).toEqual(['1', '2', '3', '4']);
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('sorts by the buttons of its head, with the keyboard too', async () => {
    const { user } = renderPage(<Page />);
    const head = screen.getByRole('columnheader', { name: 'Name' });
    screen.getByRole('button', { name: 'Name' }).focus();
    await user.keyboard('{Enter}');
    expect([names(), head.getAttribute('aria-sort')]).toEqual([
      ['apple', 'fig', 'pear'],
      'ascending',
    ]);
    await user.keyboard(' ');
    expect([names(), head.getAttribute('aria-sort')]).toEqual([
      ['pear', 'fig', 'apple'],
      'descending',
    ]);
  });

  it('selects one row by a click, more with the control key', async () => {
    const { user } = renderPage(<Page />);
    await user.click(screen.getByText('pear'));
    await user.click(screen.getByText('fig'));
    expect(selected()).toBe('fig');
    await user.keyboard('{Control>}');
    await user.click(screen.getByText('pear'));
    expect(selected()?.split(',').sort()).toEqual(['fig', 'pear']);
  });

  it('is one tab stop whose arrows move, Space selects and the head selects all', async () => {
    const { user } = renderPage(<Page />);
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.tabIndex)).toEqual([0, -1, -1]);
    rows[0]?.focus();
    await user.keyboard('{ArrowDown}{End}{ArrowDown} ');
    expect(document.activeElement).toBe(rows[2]);
    expect([rows.map((row) => row.tabIndex), selected()]).toEqual([[-1, -1, 0], 'fig']);
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(selected()?.split(',').sort()).toEqual(['apple', 'fig', 'pear']);
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(selected()).toBe('');
  });

  it('in a picker adds and takes away by clicks', async () => {
    const { user } = renderPage(<Page isPicker />);
    await user.click(screen.getByText('pear'));
    await user.click(screen.getByText('fig'));
    expect(selected()?.split(',').sort()).toEqual(['fig', 'pear']);
    await user.click(screen.getByText('pear'));
    expect(selected()).toBe('fig');
  });

  it('lets the user choose columns, and remembers them for this user only', async () => {
    localStorage.setItem('userId', '7');
    const heads = (): (string | null)[] =>
      screen.getAllByRole('columnheader').map((head) => head.textContent);
    const { user, container } = renderPage(<Page name="fruits" />);
    expect(heads()).toEqual(['', 'Name', 'Weight']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Weight' })),
    );
    await user.keyboard(' ');
    await user.click(screen.getByRole('checkbox', { name: 'Half' }));
    expect(heads()).toEqual(['', 'Name', 'Half']);
    expect(await findA11yFaults(container)).toEqual([]);

    cleanup();
    renderPage(<Page name="fruits" />);
    expect(heads()).toEqual(['', 'Name', 'Half']);
    cleanup();
    renderPage(<Page name="vegetables" />);
    expect(heads()).toEqual(['', 'Name', 'Weight']);
    cleanup();
    localStorage.setItem('userId', '8');
    renderPage(<Page name="fruits" />);
    expect(heads()).toEqual(['', 'Name', 'Weight']);
  });

  it('gives the columns back as they were', async () => {
    const { user } = renderPage(<Page name="fruits" />);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('checkbox', { name: 'Weight' }));
    expect(screen.queryByRole('columnheader', { name: 'Weight' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restore default columns' }));
    await screen.findByRole('columnheader', { name: /^Weight/ });
    expect(Object.keys(localStorage).filter((key) => key.includes('columns'))).toEqual([]);
  });
});
