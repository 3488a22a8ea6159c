import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import { useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTableBody } from './data-table-body.js';
import { DataTableCards } from './data-table-cards.js';
import { useTableModel } from './data-table-model.js';
import { DataTableSkeleton } from './data-table-skeleton.js';
import { columnsForWidth, nextSorting, type DataTableProps } from './data-table-types.js';
import styles from './data-table.module.css';
import { ErrorState } from '../feedback/error-state.js';
import { useWidth } from '../../lib/dom/use-width.js';

const cardWidth = 600;

/**
 * The table of the console: sticky head, sorting, selection, keyboard, only the visible rows in the page; skeleton, error and
 * empty states; fewer columns or cards where it is narrow. It fills its parent's height and scrolls inside.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const columns = useMemo(() => columnsForWidth(props.columns, width), [props.columns, width]);
  const table = useTableModel(props, columns);
  const rows = table.getRowModel().rows;
  const isCards = props.card !== undefined && width > 0 && width < cardWidth;
  const isSelectable = props.onSelectionChange !== undefined;

  if (props.rows === undefined || rows.length === 0) {
    return (
      <div ref={frame} className={`card ${styles['frame']} ${styles['filled']}`}>
        {props.rows !== undefined ? (
          props.empty
        ) : props.error ? (
          <ErrorState error={props.error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
        ) : (
          <DataTableSkeleton label={props.label} />
        )}
      </div>
    );
  }

  const body = { props, rows, frame, isSelectable };
  return (
    <div ref={frame} className={`card ${styles['frame']}`}>
      {isCards ? (
        <DataTableCards {...body} />
      ) : (
        <table className={styles['table']} aria-label={props.label} aria-rowcount={rows.length}>
          <thead>
            <tr>
              {isSelectable && (
                <th className={styles['check']}>
                  <Checkbox
                    aria-label={t('selectAll')}
                    checked={table.getIsAllRowsSelected()}
                    indeterminate={!table.getIsAllRowsSelected() && table.getIsSomeRowsSelected()}
                    onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
                  />
                </th>
              )}
              {columns.map((column) => {
                const sorted = props.sorting?.id === column.id ? props.sorting : null;
                const canSort = column.sortBy !== undefined && props.onSortingChange !== undefined;
                const sort = (): void =>
                  props.onSortingChange?.(nextSorting(props.sorting ?? null, column.id));
                const onKeyDown = (event: KeyboardEvent): void => {
                  if (event.key === 'Enter' || event.key === ' ') {
                    event.preventDefault();
                    sort();
                  }
                };
                return (
                  <th
                    key={column.id}
                    scope="col"
                    style={{ width: column.width, textAlign: column.align ?? 'start' }}
                    {...(sorted ? { 'aria-sort': sorted.desc ? 'descending' : 'ascending' } : {})}
                  >
                    {canSort ? (
                      <span
                        className={`${styles['sort']} ${column.align === 'end' ? styles['sortEnd'] : ''}`}
                        role="button"
                        tabIndex={0}
                        onClick={sort}
                        onKeyDown={onKeyDown}
                      >
                        {column.title}
                        <span className={styles['arrow']} aria-hidden>
                          {sorted && (sorted.desc ? <CaretDownOutlined /> : <CaretUpOutlined />)}
                        </span>
                      </span>
                    ) : (
                      column.title
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <DataTableBody {...body} columns={columns} />
        </table>
      )}
    </div>
  );
}
