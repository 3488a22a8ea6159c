import { useState } from 'react';
import type { Sorting } from '../data-table/data-table-types.js';
import { keepSorting, readSorting } from '../table-memory.js';

/** The order of a list in its URL; empty: it says none. */
export interface AskedSorting {
  sort: string;
  order: string;
}

interface ListSorting<Id extends string> {
  /** Null: the server's own order. */
  sorting: (Sorting & { id: Id }) | null;
  /** Remembers an order, and says how the URL spells it. */
  remember: (sorting: Sorting | null) => AskedSorting;
}

/** The order of a list that the server sorts: what its URL says, else how the user left it in this browser. */
export function useListSorting<Id extends string>(
  table: string,
  known: readonly Id[],
  asked: AskedSorting,
): ListSorting<Id> {
  const [left, setLeft] = useState(() => readSorting(table));
  const sorting = asked.sort ? { id: asked.sort, desc: asked.order === 'desc' } : left;
  const id = known.find((sort) => sort === sorting?.id);
  return {
    sorting: sorting && id !== undefined ? { id, desc: sorting.desc } : null,
    remember: (next) => {
      setLeft(next);
      keepSorting(table, next);
      return { sort: next?.id ?? '', order: next ? (next.desc ? 'desc' : 'asc') : '' };
    },
  };
}
