import type { Dayjs } from 'dayjs';

/** The first and the last day of an account, both included. */
export interface Validity {
  start: Dayjs | null | undefined;
  end: Dayjs | null | undefined;
}

/** How the first day travels: from its first second. */
export const startOnWire = (day: Dayjs): string => `${day.format('YYYY-MM-DD')} 00:00:00`;

/** How the last day travels: to its last second. */
export const endOnWire = (day: Dayjs): string => `${day.format('YYYY-MM-DD')} 23:59:59`;

/** Whether the last day comes before the first; a missing one never does. */
export const isReversed = ({ start, end }: Validity): boolean =>
  Boolean(start && end && end.isBefore(start, 'day'));

/** The day of a time on the wire. */
export const dayOf = (wireTime: string): string => wireTime.slice(0, 10);
