import type { Row as TableRow } from '@tanstack/react-table';
import type { Virtualizer } from '@tanstack/react-virtual';
import { Checkbox } from 'antd';
import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Features } from './data-table-model.js';
import { isSecondTap } from './second-tap.js';
import type { Column, DataTableProps } from './data-table-types.js';
import styles from './data-table.module.css';

export interface TableBodyProps<Row extends object> {
  props: DataTableProps<Row>;
  rows: TableRow<Features, Row>[];
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  isSelectable: boolean;
}

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
  PageDown: (index) => index + 10,
  PageUp: (index) => index - 10,
};

/** The rows in view, as one tab stop: arrows move, Space selects, Enter opens. A plain click selects only that row. */
export function DataTableBody<Row extends object>({
  props,
  rows,
  virtualizer,
  isSelectable,
  columns,
}: TableBodyProps<Row> & { columns: readonly Column<Row>[] }): ReactNode {
  const { t } = useTranslation('common');
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const items = virtualizer.getVirtualItems();
  const before = items[0] ? items[0].start : 0;
  const last = items.at(-1);
  const after = last ? virtualizer.getTotalSize() - last.end : 0;
  const span = columns.length + (isSelectable ? 1 : 0);
  const focusable = Math.min(current, rows.length - 1);

  const focusRow = (index: number): void => {
    setCurrent(index);
    virtualizer.scrollToIndex(index);
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent, row: TableRow<Features, Row>, index: number): void => {
    if (event.target !== event.currentTarget) {
      return;
    }
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      focusRow(Math.max(0, Math.min(rows.length - 1, move(index, rows.length))));
    } else if (event.key === ' ' && isSelectable) {
      event.preventDefault();
      row.toggleSelected();
    } else if (event.key === 'Enter') {
      props.onOpen?.(row.original);
    }
  };
  const onClick = (event: MouseEvent, row: TableRow<Features, Row>, index: number): void => {
    setCurrent(index);
    const onControl = (event.target as Element).closest('a, button, input, label, .ant-checkbox');
    if (!isSelectable || onControl) {
      return;
    }
    if (isSecondTap(event, row.getIsSelected())) {
      props.onOpen?.(row.original);
    } else if (event.ctrlKey || event.metaKey) {
      row.toggleSelected();
    } else {
      props.onSelectionChange?.(new Set([row.id]));
    }
  };

  return (
    <tbody ref={body}>
      {before > 0 && (
        <tr aria-hidden>
          <td colSpan={span} style={{ height: before, padding: 0, border: 0 }} />
        </tr>
      )}
      {items.map((item) => {
        const row = rows[item.index];
        if (!row) {
          return null;
        }
        const isSelected = row.getIsSelected();
        return (
          <tr
            key={row.id}
            data-index={item.index}
            aria-rowindex={item.index + 1}
            aria-selected={isSelectable ? isSelected : undefined}
            tabIndex={item.index === focusable ? 0 : -1}
            className={`${isSelected ? styles['selected'] : ''} ${props.rowClassName?.(row.original) ?? ''}`}
            onClick={(event) => onClick(event, row, item.index)}
            onDoubleClick={() => props.onOpen?.(row.original)}
            onKeyDown={(event) => onKeyDown(event, row, item.index)}
          >
            {isSelectable && (
              <td className={styles['check']} onDoubleClick={(event) => event.stopPropagation()}>
                <Checkbox
                  tabIndex={-1}
                  aria-label={t('selectRow', { name: props.rowName?.(row.original) ?? row.id })}
                  checked={isSelected}
                  onChange={(event) => row.toggleSelected(event.target.checked)}
                />
              </td>
            )}
            {columns.map((column) => (
              <td key={column.id} style={{ textAlign: column.align ?? 'start' }}>
                {column.cell(row.original, item.index)}
              </td>
            ))}
          </tr>
        );
      })}
      {after > 0 && (
        <tr aria-hidden>
          <td colSpan={span} style={{ height: after, padding: 0, border: 0 }} />
        </tr>
      )}
    </tbody>
  );
}
