import type { SettingRow } from '@clusterdesk/contracts';
import {
  settingValueText,
  type SettingWords,
} from '../../../shared/lib/format/setting-value-text.js';
import { isNumber } from './field-values.js';

const megabyte = 1024 ** 2;

/** From what to what a number may be; null: nothing is to be said. */
export function rangeText(t: SettingWords, row: SettingRow): string | null {
  const { min, max, kind } = row;
  if (!isNumber(row) || min === null || (kind === 'bytes' && min < megabyte)) {
    return null;
  }
  return max === null || kind === 'bytes'
    ? t('atLeast', { min: settingValueText(t, row, min) })
    : t('range', { min, max: settingValueText(t, row, max) });
}
