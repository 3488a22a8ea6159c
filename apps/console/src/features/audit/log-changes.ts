import type { Language, LogRow } from '@clusterdesk/contracts';
import { locale, translate } from '../../shared/i18n/i18n.js';
import { formatList } from '../../shared/lib/format/format-list.js';
import { formatSize } from '../../shared/lib/format/format.js';
import { formatDateTime } from '../../shared/lib/time/format-time.js';

/** One field of a change. */
export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A moment as JSON writes it. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Languages as the wire spells them. */
const languageTags = { cn: 'zh', en: 'en' } as const satisfies Record<Language, string>;

/** A text as it stands in the log, for people; `name` is its field. */
export function textOf(name: string | undefined, text: string): string {
  if (name === 'selected' && (text === 'cn' || text === 'en')) {
    const names = new Intl.DisplayNames(locale(), { type: 'language' });
    return names.of(languageTags[text]) ?? text;
  }
  return moment.test(text) ? formatDateTime(Date.parse(text)) : text;
}

/** A value as it stands in the log, for people; `name` is its field. */
export const valueText = (value: unknown, name = ''): string => {
  if (name === 'quotaBytes') {
    return typeof value === 'number' ? formatSize(value) : translate('audit:noLimit');
  }
  if (name === 'bytes' && typeof value === 'number') {
    return formatSize(value);
  }
  if (value === null || value === undefined || value === '') {
    return '–';
  }
  if (typeof value === 'boolean') {
    return translate(value ? 'audit:yes' : 'audit:no');
  }
  if (typeof value === 'string') {
    return textOf(name, value);
  }
  if (isTexts(value)) {
    return formatList(value) || '–';
  }
  // Users of a role, of which a row names as many as it can.
  if (isRecord(value) && typeof value['count'] === 'number' && isTexts(value['userNames'])) {
    return formatList(value['userNames']) || String(value['count']);
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** What a row says of before and after, field by field; and what else it says. */
export function changesIn(details: LogRow['details']): {
  changes: ChangedField[];
  others: [string, string][];
} {
  const { before, after, ...rest } = details ?? {};
  const hasChange = before !== undefined || after !== undefined;
  const others = Object.entries(rest).map(([name, value]): [string, string] => [
    name,
    valueText(value, name),
  ]);
  if (!hasChange) {
    return { changes: [], others };
  }
  if (!isRecord(before) && !isRecord(after)) {
    return { changes: [{ name: '', before: valueText(before), after: valueText(after) }], others };
  }
  const [old, fresh] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return {
    changes: names
      .map((name) => ({
        name,
        before: valueText(old[name], name),
        after: valueText(fresh[name], name),
      }))
      .filter(({ before: was, after: is }) => was !== is),
    others,
  };
}
