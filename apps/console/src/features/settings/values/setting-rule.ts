import { settingPairs, type SettingRow } from '@clusterdesk/contracts';
import { currentLanguage } from '../../../shared/i18n/i18n.js';
import type { SettingWords } from '../../../shared/lib/format/setting-value-text.js';
import { asSentence, type FieldRule } from '../../../shared/ui/form/schema-rule.js';
import { isSameValue } from '../../../shared/ui/form/source/form-changes.js';
import { toField, type FieldValue, type FieldValues } from './field-values.js';

/** The row that bounds this one, or is bound by it. */
export function partnerOf(row: SettingRow, rows: readonly SettingRow[]): SettingRow | undefined {
  const pair = settingPairs.find(({ least, most }) => row.key === least || row.key === most);
  const other = pair && (pair.least === row.key ? pair.most : pair.least);
  return rows.find(({ key }) => key === other);
}

const isChanged = (row: SettingRow, value: FieldValue): boolean =>
  !isSameValue(value, toField(row, row.value));

/** What counts while this stands in the field: of a value that the database holds wrongly, the default. */
const countsOf = (row: SettingRow, value: FieldValue): FieldValue =>
  row.isValid || isChanged(row, value) ? value : toField(row, row.default);

/** What is wrong between a changed field and its partner; it stands beside the smaller one where both were changed. */
function pairFault(row: SettingRow, partner: SettingRow, values: FieldValues): string | null {
  const [value, other] = [values[row.key], values[partner.key]];
  for (const { least, ofLeast, ofMost } of settingPairs) {
    const counts = [value, countsOf(partner, other)] as const;
    const isFaultOf = ([a, b]: readonly [FieldValue, FieldValue]): boolean =>
      typeof a === 'number' && typeof b === 'number' && a > b;
    if (least === row.key && isFaultOf(counts)) {
      return asSentence(ofLeast[currentLanguage()]);
    }
    if (least === partner.key && !isChanged(partner, other) && isFaultOf([counts[1], counts[0]])) {
      return asSentence(ofMost[currentLanguage()]);
    }
  }
  return null;
}

/**
 * What the page can tell without the server: what is missing, what a number may be, and that it fits to its partner. What was not
 * changed is not sent, so it is not looked at: a value that the database holds wrongly keeps nobody from saving others.
 */
export const ruleOf = (
  t: SettingWords,
  row: SettingRow,
  partner: SettingRow | undefined,
  valuesOf: () => FieldValues,
): FieldRule => ({
  validator: async (_, given) => {
    const value = given as FieldValue;
    if (row.kind === 'secret' || !isChanged(row, value)) {
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
    const fault = partner ? pairFault(row, partner, { ...valuesOf(), [row.key]: value }) : null;
    if (fault !== null) {
      throw new Error(fault);
    }
  },
});
