import type { SettingRow, SettingValue } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import { formatSize } from './format.js';

/** The words of the settings, in whatever page they are told. */
export type SettingWords = TFunction<['settingValues', 'common']>;
type Choice = 'tls' | 'starttls' | 'none';

/** A value of a setting in words: with its unit, on or off, none. */
export function settingValueText(
  t: SettingWords,
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
