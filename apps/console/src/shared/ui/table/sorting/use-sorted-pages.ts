import { useLanguage, locale } from '../../../i18n/i18n.js';
import type { Column, Sorting } from '../data-table/data-table-types.js';
import type { useListView } from '../list-url.js';
import type { PageOfRows } from '../list-pager.js';
import { sortRows } from './sort-rows.js';
import { useListSorting, type AskedSorting } from './use-list-sorting.js';

interface SortedPages<Row> {
  sorting: Sorting | null;
  onSortingChange: (sorting: Sorting | null) => void;
  pageOf: (all: readonly Row[]) => PageOfRows<Row>;
}

/** The order and the pages of a list whose endpoint answers all rows at once; `PagedList` takes them as they are. */
export function useSortedPages<Row, Name extends string>(
  table: string,
  columns: readonly Column<Row>[],
  view: ReturnType<typeof useListView<Name | keyof AskedSorting>>,
): SortedPages<Row> {
  useLanguage();
  const sortable = columns.flatMap(({ id, sortBy }) => (sortBy === undefined ? [] : [id]));
  const { sorting, remember } = useListSorting(table, sortable, view.filter);
  const sortBy = columns.find(({ id }) => id === sorting?.id)?.sortBy;
  const { pageNum, size } = view;
  return {
    sorting,
    onSortingChange: (next) => view.narrow({ ...view.filter, ...remember(next) }),
    pageOf: (all) => {
      const sorted =
        sorting && typeof sortBy === 'function'
          ? sortRows(all, sortBy, sorting.desc, locale())
          : all;
      return { rows: sorted.slice(pageNum * size, (pageNum + 1) * size), total: all.length };
    },
  };
}
