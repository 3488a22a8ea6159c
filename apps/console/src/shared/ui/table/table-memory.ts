import { useState } from 'react';
import { z } from 'zod';
import type { ColumnChoice, Sorting } from './data-table/data-table-types.js';
import { storageKey } from './storage-key.js';

const choiceSchema = z.record(z.string(), z.boolean());
const filtersSchema = z.array(
  z.object({ name: z.string(), filter: z.record(z.string(), z.string()) }),
);
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

/** What narrows a list, under the name that a user gave it. */
export type SavedFilter = z.infer<typeof filtersSchema>[number];

/** The filters that the signed-in user saved for a list, by name, remembered in this browser; one of the same name is replaced. */
export function useSavedFilters(table: string): {
  saved: readonly SavedFilter[];
  save: (filter: SavedFilter) => void;
  remove: (name: string) => void;
} {
  const key = storageKey('filters', table);
  const [saved, setSaved] = useState(() => read(key, filtersSchema) ?? []);
  const change = (name: string, added: readonly SavedFilter[]): void => {
    // As it is kept now: another window may have saved one meanwhile.
    const others = (read(key, filtersSchema) ?? []).filter((other) => other.name !== name);
    const next = [...others, ...added].sort((one, other) => one.name.localeCompare(other.name));
    setSaved(next);
    keep(key, next.length > 0 ? next : null);
  };
  return {
    saved,
    save: (filter) => change(filter.name, [filter]),
    remove: (name) => change(name, []),
  };
}
