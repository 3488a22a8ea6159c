import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readTable, sortRows, widthOf } from './table-rows.js';
import styles from '../preview.module.css';

const rowHeight = 30;
/** Rows that a column's width is taken from, and its limits in characters. */
const measuredRows = 200;
const [minWidth, maxWidth] = [6, 40];

interface TableTextProps {
  text: string;
  isTabbed: boolean;
  isCut: boolean;
}

/** A table of values, sorted by a click on a column's head; only the rows in view are in the page. */
export function TableText({ text, isTabbed, isCut }: TableTextProps): ReactNode {
  const { t, i18n } = useTranslation('transfer');
  const frame = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<{ column: number; isDescending: boolean } | null>(null);
  const table = useMemo(() => readTable(text, isTabbed, isCut), [text, isTabbed, isCut]);
  const rows = useMemo(
    () => (sort ? sortRows(table.rows, sort.column, sort.isDescending, i18n.language) : table.rows),
    [table, sort, i18n.language],
  );
  const columns = useMemo(
    () =>
      table.head
        .map((title, column) => {
          const longest = table.rows
            .slice(0, measuredRows)
            .reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), widthOf(title) + 2);
          return `${Math.min(maxWidth, Math.max(minWidth, longest)) + 2}ch`;
        })
        .join(' '),
    [table],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const sortBy = (column: number): void =>
    setSort((now) => {
      if (now?.column !== column) {
        return { column, isDescending: false };
      }
      return now.isDescending ? null : { column, isDescending: true };
    });
  return (
    <div ref={frame} className={styles['table']} tabIndex={0} data-own-arrows>
      <div
        role="table"
        aria-rowcount={rows.length + 1}
        aria-label={t('previewTable', { rows: rows.length, columns: table.head.length })}
        style={{ width: 'max-content', minWidth: '100%' }}
      >
        <div role="row" className={styles['tableHead']} style={{ gridTemplateColumns: columns }}>
          {table.head.map((title, column) => {
            const isSorted = sort?.column === column;
            return (
              <span
                key={column}
                role="columnheader"
                aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
              >
                <button type="button" title={title} onClick={() => sortBy(column)}>
                  {title || column + 1}
                  {isSorted && (sort.isDescending ? <CaretDownOutlined /> : <CaretUpOutlined />)}
                </button>
              </span>
            );
          })}
        </div>
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map((row) => (
            <div
              key={row.key}
              role="row"
              aria-rowindex={row.index + 2}
              className={styles['tableRow']}
              style={{
                transform: `translateY(${row.start}px)`,
                height: rowHeight,
                gridTemplateColumns: columns,
              }}
            >
              {rows[row.index]?.map((cell, column) => (
                <span key={column} role="cell" title={cell}>
                  {cell}
                </span>
              ))}
            </div>
          ))}
        </div>
        {table.leftOut > 0 && (
          <p className={styles['note']}>{t('previewColumnsCut', { count: table.leftOut })}</p>
        )}
      </div>
    </div>
  );
}
