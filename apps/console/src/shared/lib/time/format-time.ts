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
  const offsetAt = (time: number): number =>
    Date.parse(`${formatDateTime(time, zone).replace(' ', 'T')}Z`) - time;
  // The offset that holds at the moment itself may differ from that of the first guess.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

const relativeUnits = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', secondMs],
] as const;

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormatOf(tag: string): Intl.RelativeTimeFormat {
  const known = relativeFormats.get(tag) ?? new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  relativeFormats.set(tag, known);
  return known;
}

/** How long ago, or ahead, a moment is: "3 分钟前", "3 minutes ago". */
export function formatRelative(time: number, now: number): string {
  const apart = time - now;
  const [unit, unitMs] = relativeUnits.find(([, ms]) => Math.abs(apart) >= ms) ?? relativeUnits[5];
  return relativeFormatOf(locale()).format(Math.trunc(apart / unitMs), unit);
}

const unitText = (value: number, unit: string): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'short' }).format(value);

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
export function formatSpan(spanMs: number): string {
  const span = Math.max(0, spanMs);
  const [unit, unitMs] = relativeUnits.slice(2).find(([, ms]) => span >= ms) ?? relativeUnits[5];
  // In Chinese the short form is the usual word; the long one says 秒钟.
  const unitDisplay = locale() === 'en' ? 'long' : 'short';
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay }).format(
    Math.floor(span / unitMs),
  );
}

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
