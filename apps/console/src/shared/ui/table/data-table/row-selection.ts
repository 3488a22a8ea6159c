import { useState } from 'react';
import type { DataTableProps } from './data-table-types.js';

/** Which rows are selected, perhaps some of other pages too, and how that changes. */
export interface RowSelection {
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Selects this row, and no other. */
  only: (id: string) => void;
  /** Selects all of these, or none of them; those of other pages stay. */
  setAll: (ids: readonly string[], isOn: boolean) => void;
}

/** Null where rows cannot be selected. */
export function rowSelectionOf<Row>({
  selection = new Set(),
  onSelectionChange,
}: DataTableProps<Row>): RowSelection | null {
  if (!onSelectionChange) {
    return null;
  }
  const setAll = (ids: readonly string[], isOn: boolean): void => {
    const next = new Set(selection);
    for (const id of ids) {
      if (isOn) {
        next.add(id);
      } else {
        next.delete(id);
      }
    }
    onSelectionChange(next);
  };
  return {
    has: (id) => selection.has(id),
    toggle: (id) => setAll([id], !selection.has(id)),
    only: (id) => onSelectionChange(new Set([id])),
    setAll,
  };
}

/** Rows that stay selected over pages and searches; of those in view the newest is kept. */
export function useSelectedRows<Row extends { id: string }>(inView: readonly Row[] = []) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const select = (ids: ReadonlySet<string>): void =>
    setSelected((before) => {
      const known = new Map([...before, ...inView.map((row) => [row.id, row] as const)]);
      return new Map([...known].filter(([id]) => ids.has(id)));
    });
  return { selected, select, setSelected };
}
