import { useState } from 'react';
import { z } from 'zod';
import type { ColumnChoice, Sorting } from './data-table/data-table-types.js';
import { storageKey } from './storage-key.js';

const choiceSchema = z.record(z.string(), z.boolean());
const sortingSchema = z.object({ id: z.string(), desc: z.boolean() });

/** What was kept; null where there is nothing that makes sense. */
function read<Kept>(key: string, schema: z.ZodType<Kept>): Kept | null {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

function keep(key: string, value: object | null): void {
  try {
    if (value === null) {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, JSON.stringify(value));
    }
  } catch {
    // The storage is full or barred: the choice holds until the page is left.
  }
}

/** The columns the signed-in user chose for a table, remembered in this browser. @param table undefined: nothing is remembered */
export function useColumnChoice(
  table: string | undefined,
): [ColumnChoice, (choice: ColumnChoice) => void] {
  const [choice, setChoice] = useState<ColumnChoice>(
    () => (table && read(storageKey('columns', table), choiceSchema)) || {},
  );
  return [
    choice,
    (next) => {
      setChoice(next);
      if (table) {
        keep(storageKey('columns', table), Object.keys(next).length > 0 ? next : null);
      }
    },
  ];
}

/** The order the signed-in user left a table in, remembered in this browser; null: the table's own. */
export const readSorting = (table: string): Sorting | null =>
  read(storageKey('sorting', table), sortingSchema);

/** Remembers the order of a table; null: its own. */
export const keepSorting = (table: string, sorting: Sorting | null): void =>
  keep(storageKey('sorting', table), sorting);
