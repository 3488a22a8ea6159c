import { answerCodes, type WireDate } from '@clusterdesk/contracts';
import { DomainError } from '../domain-error.js';
import { wireTime } from './wire-time.js';

/** Two days before the end of the year 9999: whatever the zone, its clocks show four digits. */
const lastWritten = Date.UTC(9999, 11, 29);

/** The end of 9999 in the zone that is farthest behind. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999) + 14 * 3_600_000;

const written = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * The moment a date parameter means, in the platform's zone. A bare date is the first moment of that day, or, for the `end`
 * of a period, its last.
 * @throws DomainError 400 for a date that does not exist.
 */
export function readWireDate(value: WireDate, timeZone: string, edge: 'start' | 'end'): Date {
  if (typeof value === 'number' || /^\d{10,14}$/.test(value)) {
    return checked(new Date(Number(value)));
  }
  const parts = written.exec(value);
  if (!parts) {
    throw new DateWrongError();
  }
  const [year, month, day, hour, minute, second] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const isBareDate = parts[4] === undefined;
  const shown = asUtc(year, month, day, hour, minute, second);
  if (shown.getUTCDate() !== day || shown.getUTCMonth() !== month - 1 || hour > 23 || minute > 59) {
    throw new DateWrongError();
  }
  if (!isBareDate || edge === 'start') {
    return checked(inZone(shown, timeZone));
  }
  // The last moment of a day is the one before the next begins: on days on which clocks change it is no 24 hours later.
  return checked(new Date(inZone(asUtc(year, month, day + 1), timeZone).getTime() - 1));
}

function asUtc(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): Date {
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** The moment at which a clock in the zone shows what `shown` shows in UTC; twice, for days on which clocks change. */
function inZone(shown: Date, timeZone: string): Date {
  let moment = shown;
  for (let round = 0; round < 2; round += 1) {
    moment = new Date(shown.getTime() - offsetMs(moment, timeZone));
  }
  return moment;
}

/** How far the zone's clocks are ahead of UTC at that moment. */
function offsetMs(moment: Date, timeZone: string): number {
  // Beyond the year 9999 times are written with more digits; zones do not change there any more.
  const known = Math.min(moment.getTime(), lastWritten);
  return Date.parse(`${wireTime(new Date(known), timeZone).replace(' ', 'T')}Z`) - known;
}

function checked(date: Date): Date {
  if (!(date.getTime() >= 0 && date.getTime() <= lastMoment)) {
    throw new DateWrongError();
  }
  return date;
}

class DateWrongError extends DomainError {
  constructor() {
    super('INPUT_DATE_WRONG', answerCodes.invalid, {
      cn: '日期无效，请重新选择',
      en: 'There is no such date. Choose another.',
    });
  }
}
