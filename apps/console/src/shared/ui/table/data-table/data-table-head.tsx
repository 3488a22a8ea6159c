import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { cellClass } from './data-table-body.js';
import styles from './data-table.module.css';
import { nextSorting, type Column, type Sorting } from './data-table-types.js';

interface DataTableHeadProps<Row> {
  column: Column<Row>;
  sorting: Sorting | null;
  /** Absent: this table cannot be sorted. */
  onSort?: (sorting: Sorting | null) => void;
}

/** The head of a column; where it can be sorted, a button. */
export function DataTableHead<Row>({
  column,
  sorting,
  onSort,
}: DataTableHeadProps<Row>): ReactNode {
  const sorted = sorting?.id === column.id ? sorting : null;
  return (
    <th
      scope="col"
      className={cellClass(column)}
      style={{ minWidth: column.width }}
      {...(sorted ? { 'aria-sort': sorted.desc ? 'descending' : 'ascending' } : {})}
    >
      {column.sortBy !== undefined && onSort ? (
        <button
          type="button"
          className={`${styles['sort']} ${column.align === 'end' ? styles['sortEnd'] : ''}`}
          onClick={() => onSort(nextSorting(sorting, column.id))}
        >
          {column.title}
          <span className={styles['arrow']} aria-hidden>
            {sorted && (sorted.desc ? <CaretDownOutlined /> : <CaretUpOutlined />)}
          </span>
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}
