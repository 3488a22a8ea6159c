import { Checkbox } from 'antd';
import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './data-table-types.js';
import styles from './data-table.module.css';
import { isOnControl } from '../on-control.js';

/** What a row reports, by its index. */
export interface RowHandlers {
  doubleClick: (index: number) => void;
  toggle: (index: number) => void;
  press: (event: KeyboardEvent, index: number) => void;
  click: (event: MouseEvent, index: number) => void;
}

interface DataTableRowProps<Row extends object> {
  row: Row;
  name: string;
  index: number;
  columns: readonly Column<Row>[];
  isSelectable: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  className: string;
  handlers: RowHandlers;
}

function PlainRow<Row extends object>(props: DataTableRowProps<Row>): ReactNode {
  const { t } = useTranslation('common');
  const { row, index, handlers, isSelected, isSelectable } = props;
  return (
    <tr
      data-index={index}
      // The head is the first.
      aria-rowindex={index + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      tabIndex={props.isTabStop ? 0 : -1}
      className={`${isSelected ? styles['selected'] : ''} ${props.className}`}
      onClick={(event) => !isOnControl(event) && handlers.click(event, index)}
      onDoubleClick={(event) => !isOnControl(event) && handlers.doubleClick(index)}
      onKeyDown={(event) => event.target === event.currentTarget && handlers.press(event, index)}
    >
      {isSelectable && (
        <td className={styles['check']}>
          <Checkbox
            tabIndex={-1}
            aria-label={t('selectRow', { name: props.name })}
            checked={isSelected}
            onChange={() => handlers.toggle(index)}
          />
        </td>
      )}
      {props.columns.map((column) => (
        <td
          key={column.id}
          className={column.isActions ? styles['stuck'] : undefined}
          style={{ textAlign: column.align ?? 'start' }}
        >
          {column.cell(row, index)}
        </td>
      ))}
    </tr>
  );
}

/** One row, drawn anew only when something of it changed: scrolling moves many. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow;
