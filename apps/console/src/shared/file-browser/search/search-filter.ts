import { fileKinds, type FileKind } from '@clusterdesk/contracts';
import { formatDateTime, parseWireTime } from '../../lib/time/format-time.js';
import type { SearchFilter } from '../file-space.js';

/** Spans of days that are offered by name. */
export const recentDays = ['1', '7', '30', '365'] as const;

const dayMs = 24 * 3_600_000;
const isKind = (text: string): text is FileKind => fileKinds.some((kind) => kind === text);

/** The filter in an address; what it does not know it takes for none. */
export const filterFrom = (search: URLSearchParams): SearchFilter => {
  const kind = search.get('kind') ?? '';
  return { kind: isKind(kind) ? kind : '', changed: search.get('changed') ?? '' };
};

/** Whether anything is left out. */
export const isNarrowed = ({ kind, changed }: SearchFilter): boolean =>
  kind !== '' || changed !== '';

/** The two days of a `from..to`; of a number of days, or of none, both are empty. */
export function daysOf(changed: string): { from: string; to: string } {
  const [from = '', to = ''] = changed.includes('..') ? changed.split('..') : [];
  return { from, to };
}

/** The start of the day after a day: days of 23 and 25 hours come between. */
function dayAfter(day: string): number | undefined {
  const start = parseWireTime(`${day} 00:00:00`);
  const next = start === null ? null : formatDateTime(start + dayMs * 1.5).slice(0, 10);
  return next === null ? undefined : (parseWireTime(`${next} 00:00:00`) ?? undefined);
}

/** When something has to have been changed, ms since the epoch; what is no span leaves nothing out. */
export function changedBounds(
  changed: string,
  now: number,
): { changedFrom?: number | undefined; changedTo?: number | undefined } {
  if (/^\d{1,5}$/.test(changed)) {
    return { changedFrom: now - Number(changed) * dayMs };
  }
  const { from, to } = daysOf(changed);
  return {
    changedFrom: parseWireTime(`${from} 00:00:00`) ?? undefined,
    changedTo: to === '' ? undefined : dayAfter(to),
  };
}
