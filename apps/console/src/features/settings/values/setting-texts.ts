import type { SettingRow, SettingValue } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import { formatSize } from '../../../shared/lib/format/format.js';
import type { FieldRule } from '../../../shared/ui/form/schema-rule.js';
import { isNumber, toField } from './field-values.js';

type Words = TFunction<['settingValues', 'common']>;
type Choice = 'tls' | 'starttls' | 'none';

/** A value in words: with its unit, on or off, none. */
export function valueText(
  t: Words,
  { kind }: Pick<SettingRow, 'kind'>,
  value: SettingValue,
): string {
  if (value === null || value === '') {
    return t('nothing');
  }
  if (typeof value === 'boolean') {
    return t(value ? 'on' : 'off');
  }
  if (kind === 'choice') {
    return t(`choice_${value as Choice}`);
  }
  if (typeof value === 'string') {
    return value;
  }
  switch (kind) {
    case 'minutes':
      return t('minutes', { count: value });
    case 'hours':
      return t('hours', { count: value });
    case 'days':
      return t('days', { count: value });
    case 'bytes':
      return formatSize(value);
    default:
      return kind === 'percent' ? `${value}%` : String(value);
  }
}

const megabyte = 1024 ** 2;

/** From what to what a number may be; null: nothing is to be said. */
export function rangeText(t: Words, row: SettingRow): string | null {
  const { min, max, kind } = row;
  if (!isNumber(row) || min === null || (kind === 'bytes' && min < megabyte)) {
    return null;
  }
  return max === null || kind === 'bytes'
    ? t('atLeast', { min: valueText(t, row, min) })
    : t('range', { min, max: valueText(t, row, max) });
}

/** What the page can tell without the server: what is missing, and what a number may be. */
export const ruleOf = (t: Words, row: SettingRow): FieldRule => ({
  validator: async (_, value) => {
    if (row.kind === 'secret') {
      return;
    }
    if (value === undefined || value === null || value === '') {
      if (!row.isOptional) {
        throw new Error(t('common:fieldRequired'));
      }
      return;
    }
    if (typeof value !== 'number') {
      return;
    }
    const [min, max] = [row.min, row.max].map((bound) =>
      bound === null ? null : (toField(row, bound) as number),
    );
    if (min !== null && min !== undefined && value < min) {
      throw new Error(t('common:fieldTooSmall', { count: min }));
    }
    if (max !== null && max !== undefined && value > max) {
      throw new Error(t('common:fieldTooBig', { count: max }));
    }
    if (row.kind !== 'bytes' && !Number.isInteger(value)) {
      throw new Error(t('wholeNumber'));
    }
  },
});
