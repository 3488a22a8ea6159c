import { useCallback, useMemo, useState } from 'react';
import { useLanguage } from '../../../i18n/i18n.js';
import type { Column } from '../data-table/data-table-types.js';
import { fitColumns, type ColumnNeed } from './fit-columns.js';

/** What a column's head and its widest cell take, pixels with their padding. */
export interface ColumnMeasure {
  natural: number;
  head: number;
}

/** Nothing is cut to less, pixels. */
const leastWidth = 72;
/** The column of checkboxes, pixels. */
export const checkWidth = 44;

/** The width of a head's own content, with its padding. */
function headWidth(cell: HTMLTableCellElement): number {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
  return (
    range.getBoundingClientRect().width +
    parseFloat(paddingInlineStart) +
    parseFloat(paddingInlineEnd)
  );
}

/**
 * Lays a table out as wide as its content wants, for as long as it takes to look, and says what each column took; null where
 * nothing is laid out. Only the rows in the page are seen.
 */
export function measureColumns(table: HTMLTableElement): Map<string, ColumnMeasure> | null {
  const group = table.querySelector('colgroup');
  const frame = table.parentElement;
  const { width } = table.style;
  const scrolled = frame?.scrollLeft ?? 0;
  Object.assign(table.style, { tableLayout: 'auto', width: 'max-content', minWidth: '0' });
  group?.toggleAttribute('hidden', true);
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('th[data-column]')];
  const measures = new Map(
    heads.map((head) => [
      head.dataset['column'] ?? '',
      { natural: head.getBoundingClientRect().width, head: headWidth(head) },
    ]),
  );
  Object.assign(table.style, { tableLayout: '', width, minWidth: '' });
  group?.toggleAttribute('hidden', false);
  if (frame && frame.scrollLeft !== scrolled) {
    frame.scrollLeft = scrolled;
  }
  return [...measures.values()].some(({ natural }) => natural > 0) ? measures : null;
}

const needOf = <Row>(
  { width, align, isActions, isWhole }: Column<Row>,
  { natural, head }: ColumnMeasure,
): ColumnNeed => ({
  natural: Math.max(natural, parseFloat(width ?? '0')),
  least: Math.max(head, leastWidth),
  isRigid: isActions === true || isWhole === true || align === 'end',
});

interface ColumnWidths {
  /** Pixels, in the order of the columns; null before the first look. */
  widths: number[] | null;
  onMeasure: (measures: Map<string, ColumnMeasure> | null) => void;
}

/** The widths of a table's columns, from what their contents take; while the same columns are shown they only grow, so that nothing jumps. */
export function useColumnWidths<Row>(columns: readonly Column<Row>[], room: number): ColumnWidths {
  const language = useLanguage();
  const of = `${language} ${columns.map(({ id }) => id).join(' ')}`;
  const [seen, setSeen] = useState<{ of: string; measures: Map<string, ColumnMeasure> } | null>(
    null,
  );
  const onMeasure = useCallback<ColumnWidths['onMeasure']>(
    (measures) =>
      setSeen((before) => {
        if (!measures) {
          return before;
        }
        const old = before?.of === of ? before.measures : null;
        const grown = new Map(
          [...measures].map(([id, { natural, head }]) => [
            id,
            { natural: Math.max(natural, old?.get(id)?.natural ?? 0), head },
          ]),
        );
        const isSame =
          old !== null && [...grown].every(([id, { natural }]) => old.get(id)?.natural === natural);
        return isSame ? before : { of, measures: grown };
      }),
    [of],
  );
  const widths = useMemo(() => {
    const known = columns.flatMap((column) => {
      const measure = seen?.measures.get(column.id);
      return measure ? [needOf(column, measure)] : [];
    });
    return room > 0 && known.length === columns.length ? fitColumns(known, room) : null;
  }, [columns, seen, room]);
  return { widths, onMeasure };
}
