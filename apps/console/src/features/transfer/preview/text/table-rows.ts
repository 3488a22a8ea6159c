import papaparse from 'papaparse';

/** Columns beyond these are left out: each is drawn in every row in view. */
const maxColumns = 200;

/** A table as it was read: its head and its rows, all of the same width. */
export interface TableRows {
  head: string[];
  rows: string[][];
  /** How many columns are not shown. */
  leftOut: number;
}

/** Reads comma, semicolon or tab separated text; of a text that was cut the last row is not whole and left out. */
export function readTable(text: string, isTabbed: boolean, isCut: boolean): TableRows {
  const { data } = papaparse.parse<string[]>(text, {
    ...(isTabbed ? { delimiter: '\t' } : {}),
    skipEmptyLines: 'greedy',
  });
  const whole = isCut ? data.slice(0, -1) : data;
  const width = whole.reduce((most, row) => Math.max(most, row.length), 0);
  const shown = Math.min(width, maxColumns);
  const cells = (row: readonly string[] | undefined): string[] =>
    Array.from({ length: shown }, (_, at) => row?.[at] ?? '');
  return { head: cells(whole[0]), rows: whole.slice(1).map(cells), leftOut: width - shown };
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/gu;

/** How many digits a text is as wide as: Chinese characters are as wide as two. */
export const widthOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0);

/** A number of plain or scientific form; null: no number. */
function numberOf(cell: string): number | null {
  const trimmed = cell.trim();
  return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : null;
}

/** Rows by a column: numbers by their value, before words; what is empty comes last, whichever way it goes. */
export function sortRows(
  rows: readonly string[][],
  column: number,
  isDescending: boolean,
  locale: string,
): string[][] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = isDescending ? -1 : 1;
  const keyed = rows.map((row) => {
    const cell = row[column] ?? '';
    return { row, cell, number: numberOf(cell) };
  });
  keyed.sort((a, b) => {
    if ((a.cell === '') !== (b.cell === '')) {
      return a.cell === '' ? 1 : -1;
    }
    if (a.number !== null && b.number !== null) {
      return sign * (a.number - b.number);
    }
    if ((a.number === null) !== (b.number === null)) {
      return sign * (a.number === null ? 1 : -1);
    }
    return sign * compare(a.cell, b.cell);
  });
  return keyed.map(({ row }) => row);
}
