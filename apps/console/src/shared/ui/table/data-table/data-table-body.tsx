import type { Row as TableRow } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Features } from './data-table-model.js';
import { DataTableRow, type RowHandlers } from './data-table-row.js';
import type { Column, DataTableProps } from './data-table-types.js';
import { focusItem } from '../../../lib/dom/focus-item.js';
import { isTextMarked } from '../../../lib/dom/is-text-marked.js';
import { isSecondTap } from '../../../lib/dom/second-tap.js';
import { measureColumns, type ColumnMeasure } from '../columns/use-column-widths.js';

export interface TableBodyProps<Row extends object> {
  props: DataTableProps<Row>;
  rows: TableRow<Features, Row>[];
  frame: RefObject<HTMLDivElement | null>;
  isSelectable: boolean;
}

interface ColumnProps<Row> {
  columns: readonly Column<Row>[];
  /** Told what the columns' contents take whenever these change. */
  onMeasure: (measures: Map<string, ColumnMeasure> | null) => void;
}

const rowHeight = 44;
const headHeight = 40;

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
  PageDown: (index) => index + 10,
  PageUp: (index) => index - 10,
};

/** The rows in view, as one tab stop: arrows move, Space selects, Enter opens. A plain click selects only that row; in a picker it toggles it. */
export function DataTableBody<Row extends object>({
  props,
  rows,
  frame,
  isSelectable,
  columns,
  onMeasure,
}: TableBodyProps<Row> & ColumnProps<Row>): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: headHeight,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0] ? items[0].start : 0;
  const last = items.at(-1);
  const after = last ? virtualizer.getTotalSize() - last.end : 0;
  const span = columns.length + (isSelectable ? 1 : 0);
  const focusable = Math.min(current, rows.length - 1);

  const hasItems = items.length > 0;
  useLayoutEffect(() => {
    const table = body.current?.closest('table');
    if (hasItems && table) {
      onMeasure(measureColumns(table));
    }
  }, [hasItems, rows, columns, onMeasure]);

  // Rows are drawn anew only when they change, so their handlers must not change: they look up what is current.
  const latest = useRef({ props, rows });
  useEffect(() => {
    latest.current = { props, rows };
  });
  const handlers = useMemo<RowHandlers>(() => {
    const focusRow = (index: number): void => {
      setCurrent(index);
      virtualizer.scrollToIndex(index);
      focusItem(body.current, `[data-index="${index}"]`);
    };
    const open = (index: number): void => {
      const row = latest.current.rows[index];
      if (row) {
        latest.current.props.onOpen?.(row.original);
      }
    };
    const toggle = (index: number): void => latest.current.rows[index]?.toggleSelected();
    return {
      doubleClick: (index) => !latest.current.props.opensOnClick && open(index),
      toggle,
      press: (event, index) => {
        const count = latest.current.rows.length;
        const move = moves[event.key];
        if (move) {
          event.preventDefault();
          focusRow(Math.max(0, Math.min(count - 1, move(index, count))));
        } else if (event.key === ' ' && isSelectable) {
          event.preventDefault();
          toggle(index);
        } else if (event.key === 'Enter') {
          open(index);
        }
      },
      click: (event, index) => {
        setCurrent(index);
        const row = latest.current.rows[index];
        if (latest.current.props.opensOnClick && !isTextMarked()) {
          open(index);
          return;
        }
        if (!isSelectable || !row) {
          return;
        }
        if (event.ctrlKey || event.metaKey || latest.current.props.isPicker) {
          toggle(index);
        } else if (isSecondTap(event, row.getIsSelected())) {
          open(index);
        } else {
          latest.current.props.onSelectionChange?.(new Set([row.id]));
        }
      },
    };
  }, [isSelectable, virtualizer]);

  const gap = (height: number): ReactNode =>
    height > 0 && (
      <tr aria-hidden>
        <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
      </tr>
    );
  return (
    <tbody ref={body}>
      {gap(before)}
      {items.map((item) => {
        const row = rows[item.index];
        return (
          row && (
            <DataTableRow
              key={row.id}
              row={row.original}
              name={props.rowName?.(row.original) ?? row.id}
              index={item.index}
              columns={columns}
              isSelectable={isSelectable}
              isSelected={row.getIsSelected()}
              isTabStop={item.index === focusable}
              className={props.rowClassName?.(row.original) ?? ''}
              handlers={handlers}
            />
          )
        );
      })}
      {gap(after)}
    </tbody>
  );
}
