import { Checkbox } from 'antd';
import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column, DataTableProps } from './data-table-types.js';
import styles from './data-table.module.css';
import { isTextMarked } from '../../../lib/dom/is-text-marked.js';
import { isSecondTap } from '../../../lib/dom/second-tap.js';
import { isOnControl } from '../on-control.js';
import type { RowSelection } from './row-selection.js';

export interface TableBodyProps<Row extends object> {
  props: DataTableProps<Row>;
  rows: readonly Row[];
  /** Null: rows cannot be selected. */
  selection: RowSelection | null;
}

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
  PageDown: (index) => index + 10,
  PageUp: (index) => index - 10,
};

/** How a cell stands in its column. */
export const cellClass = <Row,>({ align, isActions, isWhole, isLong }: Column<Row>): string =>
  [
    align === 'end' || isActions ? styles['end'] : align === 'center' ? styles['center'] : '',
    align === 'end' || isActions || isWhole ? styles['whole'] : '',
    isLong ? styles['long'] : '',
    isActions ? styles['stuck'] : '',
  ].join(' ');

/** The rows as one tab stop: arrows move, Space selects, Enter opens. A plain click selects only that row; in a picker it toggles it. */
export function DataTableBody<Row extends object>({
  props,
  rows,
  selection,
  columns,
}: TableBodyProps<Row> & { columns: readonly Column<Row>[] }): ReactNode {
  const { t } = useTranslation('common');
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const tabStop = Math.min(current, rows.length - 1);

  const press = (event: KeyboardEvent, row: Row, index: number): void => {
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      const next = Math.max(0, Math.min(rows.length - 1, move(index, rows.length)));
      setCurrent(next);
      body.current?.rows[next]?.focus();
    } else if (event.key === ' ' && selection) {
      event.preventDefault();
      selection.toggle(props.rowId(row));
    } else if (event.key === 'Enter') {
      props.onOpen?.(row);
    }
  };
  const click = (event: MouseEvent, row: Row, index: number): void => {
    setCurrent(index);
    const id = props.rowId(row);
    if (props.opensOnClick && !isTextMarked()) {
      props.onOpen?.(row);
    } else if (selection && (event.ctrlKey || event.metaKey || props.isPicker)) {
      selection.toggle(id);
    } else if (selection && isSecondTap(event, selection.has(id))) {
      props.onOpen?.(row);
    } else {
      selection?.only(id);
    }
  };
  return (
    <tbody ref={body}>
      {rows.map((row, index) => {
        const id = props.rowId(row);
        const isSelected = selection?.has(id);
        return (
          <tr
            key={id}
            data-index={index}
            // The head is the first.
            aria-rowindex={index + 2}
            aria-selected={isSelected}
            tabIndex={index === tabStop ? 0 : -1}
            className={`${isSelected ? styles['selected'] : ''} ${props.rowClassName?.(row) ?? ''}`}
            onClick={(event) => !isOnControl(event) && click(event, row, index)}
            onDoubleClick={(event) =>
              !isOnControl(event) && !props.opensOnClick && props.onOpen?.(row)
            }
            onKeyDown={(event) => event.target === event.currentTarget && press(event, row, index)}
          >
            {selection && (
              <td className={styles['check']}>
                <Checkbox
                  tabIndex={-1}
                  aria-label={t('selectRow', { name: props.rowName?.(row) ?? id })}
                  checked={isSelected ?? false}
                  onChange={() => selection.toggle(id)}
                />
              </td>
            )}
            {columns.map((column) => (
              <td key={column.id} className={cellClass(column)}>
                <div className={styles['cell']}>{column.cell(row, index)}</div>
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}
