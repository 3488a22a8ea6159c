import type { Locale } from '../../../i18n/i18n.js';
import type { SortValue } from '../data-table/data-table-types.js';

/** A copy in the order of a value: words as the reader's language sorts them, numbers in them by value, rows without a value last. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: SortValue<Row>,
  isDescending: boolean,
  locale: Locale,
): Row[] {
  const words = new Intl.Collator(locale, { numeric: true });
  const sign = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === null || b === null) {
        return Number(a === null) - Number(b === null);
      }
      const order =
        typeof a === 'number' && typeof b === 'number'
          ? a - b
          : words.compare(String(a), String(b));
      return sign * order;
    })
    .map(({ row }) => row);
}
