import { locale } from '../../i18n/i18n.js';
import { platformZone } from './platform-zone.js';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one costs far more than using it, and a list has thousands of times. */
function formatOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(tag, options);
  formats.set(key, known);
  return known;
}

const numbers = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

function partsOf(time: number, zone: string): Record<string, string> {
  const parts = formatOf('en-US', { ...numbers, timeZone: zone }).formatToParts(time);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** A moment as `YYYY-MM-DD hh:mm:ss` in the platform's zone, as the server writes it. */
export function formatDateTime(time: number, zone = platformZone()): string {
  const { year, month, day, hour, minute, second } = partsOf(time, zone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** A time of day, `hh:mm:ss`, in the platform's zone. */
export const formatClock = (time: number): string => formatDateTime(time).slice(11);

/** A time of day without its seconds. */
export const formatClockMinutes = (time: number): string => formatDateTime(time).slice(11, 16);

/** A moment in full, with the name of its zone: `2026-11-22 05:00:00 GMT+8 (Asia/Shanghai)`. */
export function formatWithZone(time: number): string {
  const zone = platformZone();
  const offset = formatOf('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${formatDateTime(time)} ${offset} (${zone})`;
}

/** What clocks of a zone show at a moment, counted in ms as if it were UTC: for what calendars count. */
const shownAt = (time: number, zone: string): number =>
  Date.parse(`${formatDateTime(time, zone).replace(' ', 'T')}Z`);

/**
 * The moment that a `YYYY-MM-DD hh:mm:ss` of the wire means, which the server writes in the platform's zone; null for anything
 * else. Of an hour that comes twice, the earlier one.
 */
export function parseWireTime(text: string | null | undefined): number | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text ?? '');
  const asUtc = match ? Date.parse(`${match[1]}T${match[2]}Z`) : NaN;
  if (Number.isNaN(asUtc)) {
    return null;
  }
  const zone = platformZone();
  const offsetAt = (time: number): number => shownAt(time, zone) - time;
  // The offset that holds at the moment itself may differ from that of the first guess.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

const spanUnits = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', secondMs],
] as const;

/** The largest unit that a span has one of, and how many whole ones. */
function inLargest(spanMs: number): [number, (typeof spanUnits)[number][0]] {
  const [unit, unitMs] = spanUnits.find(([, ms]) => spanMs >= ms) ?? spanUnits[3];
  return [Math.floor(spanMs / unitMs), unit];
}

/** Chinese is written here with a space between a number and its unit, which the browser leaves out. */
const spaced = (text: string): string => text.replaceAll(/(\d)(?=\p{Script=Han})/gu, '$1 ');

/** In Chinese the short form of a unit is the usual word; the long one says 秒钟. */
const wordStyle = (): 'long' | 'short' => (locale() === 'en' ? 'long' : 'short');

/** How far two moments are apart by the calendar of the platform: days by midnights, months and years by whole ones. */
function onCalendar(early: number, late: number): [number, Intl.RelativeTimeFormatUnit] {
  const [from, to] = [shownAt(early, platformZone()), shownAt(late, platformZone())];
  const [first, last] = [new Date(from), new Date(to)];
  const begun =
    (last.getUTCFullYear() - first.getUTCFullYear()) * 12 +
    (last.getUTCMonth() - first.getUTCMonth());
  const months = begun - (last.getUTCDate() < first.getUTCDate() ? 1 : 0);
  if (months > 0) {
    return months < 12 ? [months, 'month'] : [Math.floor(months / 12), 'year'];
  }
  const days = Math.floor(to / dayMs) - Math.floor(from / dayMs);
  // A day on which the clocks are set back has more than 24 hours.
  return days > 0 ? [days, 'day'] : [Math.floor((late - early) / hourMs), 'hour'];
}

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormatOf(tag: string, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const known =
    relativeFormats.get(tag + numeric) ??
    new Intl.RelativeTimeFormat(tag, { numeric, style: wordStyle() });
  relativeFormats.set(tag + numeric, known);
  return known;
}

/** How long ago, or ahead, a moment is: "3 分钟前", "3 minutes ago"; of days the nearest have names: "昨天", "yesterday". */
export function formatRelative(time: number, now: number): string {
  const largest = inLargest(Math.abs(time - now));
  const [count, unit] =
    largest[1] === 'day' ? onCalendar(Math.min(time, now), Math.max(time, now)) : largest;
  const format = relativeFormatOf(locale(), unit === 'day' ? 'auto' : 'always');
  return spaced(format.format(time < now ? -count : count, unit));
}

const unitText = (value: number, unit: string, unitDisplay: 'long' | 'short' = 'short'): string =>
  spaced(new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay }).format(value));

/** A span of time for people, in its two largest units: "1 hr 5 min", "40 sec"; a whole one has one. */
export function formatDuration(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / secondMs));
  const parts = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3_600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  const shown = first < 0 ? [parts[3]] : parts.slice(first, first + 2);
  return shown
    .filter(([value], index) => index === 0 || value > 0)
    .map(([value, unit]) => unitText(value, unit))
    .join(' ');
}

/** A span of time by its largest unit alone: "3 days". */
export const formatSpan = (spanMs: number): string =>
  unitText(...inLargest(Math.max(0, spanMs)), wordStyle());

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Elapsed time as `hh:mm:ss`, as the server writes it; hours may have more digits. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / secondMs));
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(twoDigits)
    .join(':');
}

/** Seconds of an `hh:mm:ss`, for sorting. */
export const secondsOf = (elapsed: string): number =>
  elapsed.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
