import type { ReactNode } from 'react';
import { breakPoints } from '../../../theme/tokens.js';

/** Smaller is more important: 2 hides in tables narrower than `breakPoints.middle`, 3 than `wide`, 4 than `widest`, 1 never. */
export type ColumnPriority = 1 | 2 | 3 | 4;

/**
 * How a column looks where rows are cards: `title`, the first line; `tag`, beside it; `note`, without its name in a line that
 * notes share; `line`, its name and its value; `none`, not at all.
 */
export type InCard = 'title' | 'tag' | 'note' | 'line' | 'none';

export type SortValue<Row> = (row: Row) => string | number | null;

export interface Column<Row> {
  id: string;
  title: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** What the column sorts by, null where a row has nothing; `server`: the rows come sorted. Without it the column cannot be sorted. */
  sortBy?: SortValue<Row> | 'server';
  /** Numbers stand at the end. */
  align?: 'start' | 'end' | 'center';
  /** At least so wide (`112px`); beyond that a column is as wide as its content wants. */
  width?: string;
  priority?: ColumnPriority;
  /** What says what a row is, is the `title`; others are a `line`. */
  inCard?: InCard;
  /** Says what a row is: cannot be hidden. */
  isAlways?: boolean;
  /** Shown only where the user asked for it. */
  isOptional?: boolean;
  /** Never cut: a tag says nothing when its end is missing. So are numbers and actions. */
  isWhole?: boolean;
  /** Cut at any letter where there is no room; others at least keep their longest word whole. */
  isLong?: boolean;
  /** What can be done to a row: stays in sight at the end where the table scrolls sideways, cannot be hidden. */
  isActions?: boolean;
}

export interface Sorting {
  id: string;
  desc: boolean;
}

/** Which columns a user has shown (true) or hidden (false) by hand; those that are not named follow the table. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

export interface DataTableProps<Row> {
  /** Under which the browser remembers the user's columns; without it they cannot be chosen. */
  name?: string;
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** What to call a row where its checkbox is read out. */
  rowName?: (row: Row) => string;
  /** The order that `rows` are in: the server made it, or `useSortedPages`. */
  sorting?: Sorting | null;
  onSortingChange?: (sorting: Sorting | null) => void;
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
}

/** Which columns a table of this width shows: what the user chose, else what there is room for. */
export function columnsToShow<Row>(
  columns: readonly Column<Row>[],
  width: number,
  choice: ColumnChoice = {},
): readonly Column<Row>[] {
  const { middle, wide, widest } = breakPoints;
  const lowest = 1 + [middle, wide, widest].filter((least) => width === 0 || width >= least).length;
  return columns.filter(
    ({ id, isAlways, isActions, isOptional, priority = 1 }) =>
      isAlways || isActions || (choice[id] ?? (!isOptional && priority <= lowest)),
  );
}

/** What a click on a sortable head asks for: ascending, then descending, then the order of the rows themselves. */
export function nextSorting(current: Sorting | null, id: string): Sorting | null {
  if (current?.id !== id) {
    return { id, desc: false };
  }
  return current.desc ? null : { id, desc: true };
}
