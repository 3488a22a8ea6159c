import type { ReactNode } from 'react';

/** Smaller is more important: 2 hides below 900 px of table width, 3 below 1100 px, 1 never. */
export type ColumnPriority = 1 | 2 | 3;

export interface Column<Row> {
  id: string;
  title: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** What the column sorts by; without it the column cannot be sorted. */
  sortBy?: (row: Row) => string | number;
  /** Numbers stand at the end. */
  align?: 'start' | 'end' | 'center';
  /** CSS width; columns without one share what is left. */
  width?: string;
  priority?: ColumnPriority;
}

export interface Sorting {
  id: string;
  desc: boolean;
}

export interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** What to call a row where its checkbox is read out. */
  rowName?: (row: Row) => string;
  sorting?: Sorting | null;
  onSortingChange?: (sorting: Sorting | null) => void;
  /** True when `rows` come in their final order, and `sorting` only shows it. */
  isSortedOutside?: boolean;
  selection?: ReadonlySet<string>;
  onSelectionChange?: (selection: Set<string>) => void;
  /** True where picks add up, also over several pages: a click on a row toggles it and leaves the others. */
  isPicker?: boolean;
  /** Double click or Enter. */
  onOpen?: (row: Row) => void;
  /** True where rows are not chosen: one click or tap opens. */
  opensOnClick?: boolean;
  rowClassName?: (row: Row) => string | undefined;
  error?: unknown;
  onRetry?: () => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Draws a row as a card where the table is narrower than 600 px. */
  card?: (row: Row, index: number) => ReactNode;
}

/** Which columns a table of this width shows. */
export function columnsForWidth<Row>(
  columns: readonly Column<Row>[],
  width: number,
): readonly Column<Row>[] {
  const lowest = width === 0 || width >= 1100 ? 3 : width >= 900 ? 2 : 1;
  return columns.filter((column) => (column.priority ?? 1) <= lowest);
}

/** What a click on a sortable head asks for: ascending, then descending, then the order of the rows themselves. */
export function nextSorting(current: Sorting | null, id: string): Sorting | null {
  if (current?.id !== id) {
    return { id, desc: false };
  }
  return current.desc ? null : { id, desc: true };
}
