import type { SettingKey, SettingRow, SettingValue } from '@clusterdesk/contracts';
import { bytesOfGigabytes, gigabytesOf } from '../../../shared/lib/format/gigabytes.js';

/** A setting as its field holds it: bytes as gigabytes; of a secret only what is to be done: false clears it. */
export type FieldValue = SettingValue | undefined;
export type FieldValues = Partial<Record<SettingKey, FieldValue>>;

type Shown = Pick<SettingRow, 'kind'>;

const numbers: ReadonlySet<SettingRow['kind']> = new Set([
  ...(['integer', 'bytes', 'minutes', 'hours', 'days', 'percent'] as const),
]);

/** Whether its field takes a number. */
export const isNumber = ({ kind }: Shown): boolean => numbers.has(kind);

/** A value of the server in its field. What the database holds wrongly may be anything; it stays, so that any other is a change. */
export function toField({ kind }: Shown, value: SettingValue): FieldValue {
  if (kind === 'secret') {
    return undefined;
  }
  return kind === 'bytes' && typeof value === 'number' ? gigabytesOf(value) : value;
}

function fromField({ kind }: Shown, value: FieldValue): SettingValue {
  if (value === undefined || value === '' || (kind === 'secret' && value === false)) {
    return null;
  }
  return kind === 'bytes' && typeof value === 'number' ? bytesOfGigabytes(value) : value;
}

/** All fields as they begin. */
export const valuesOf = (rows: readonly SettingRow[]): FieldValues =>
  Object.fromEntries(rows.map((row) => [row.key, toField(row, row.value)]));

/** What the server gets of the fields that were changed. */
export const changesOf = (
  rows: readonly SettingRow[],
  changed: FieldValues,
): Record<string, SettingValue> =>
  Object.fromEntries(
    rows
      .filter(({ key }) => key in changed)
      .map((row) => [row.key, fromField(row, changed[row.key])]),
  );
