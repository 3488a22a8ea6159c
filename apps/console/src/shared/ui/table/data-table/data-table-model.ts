import {
  createColumnHelper,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ReactTable,
  type Row as TableRow,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { locale } from '../../../i18n/i18n.js';
import type { Column, DataTableProps } from './data-table-types.js';

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
});
export type Features = typeof features;

/** Words in the reader's order, numbers in them by value. */
export function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : new Intl.Collator(locale(), { numeric: true }).compare(String(a), String(b));
}

const noRows: never[] = [];

/** TanStack's table over our columns and controlled sorting and selection. */
export function useTableModel<Row extends object>(
  props: DataTableProps<Row>,
  columns: readonly Column<Row>[],
): ReactTable<Features, Row> {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<Features, Row>();
    return helper.columns(
      columns.map((column) =>
        helper.accessor((row) => column.sortBy?.(row) ?? '', {
          id: column.id,
          header: () => column.title,
          cell: ({ row }) => column.cell(row.original, row.getDisplayIndex()),
          enableSorting: column.sortBy !== undefined,
          sortFn: (a: TableRow<Features, Row>, b: TableRow<Features, Row>) =>
            column.sortBy ? compareValues(column.sortBy(a.original), column.sortBy(b.original)) : 0,
        }),
      ),
    );
  }, [columns]);
  const selected = useMemo(
    () => Object.fromEntries([...(props.selection ?? [])].map((id) => [id, true as const])),
    [props.selection],
  );
  return useTable({
    features,
    columns: definitions,
    data: props.rows ?? noRows,
    getRowId: props.rowId,
    manualSorting: props.isSortedOutside ?? false,
    state: { sorting: props.sorting ? [props.sorting] : [], rowSelection: selected },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(selected) : update;
      props.onSelectionChange?.(new Set(Object.keys(next).filter((id) => next[id])));
    },
  });
}
