import { answerCodes, type WireDate } from '@clusterdesk/contracts';
import { DomainError } from '../domain-error.js';
import { wireTime } from './wire-time.js';

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
    throw wrongDate();
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
  const asUtc = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  if (asUtc.getUTCDate() !== day || asUtc.getUTCMonth() !== month - 1 || hour > 23 || minute > 59) {
    throw wrongDate();
  }
  const isBareDate = parts[4] === undefined;
  const end = isBareDate && edge === 'end' ? 86_400_000 - 1 : 0;
  return checked(new Date(inZone(asUtc, timeZone).getTime() + end));
}

/** The moment at which a clock in the zone shows what `asUtc` shows in UTC; twice, for days on which clocks change. */
function inZone(asUtc: Date, timeZone: string): Date {
  let moment = asUtc;
  for (let round = 0; round < 2; round += 1) {
    const shown = Date.parse(`${wireTime(moment, timeZone).replace(' ', 'T')}Z`);
    moment = new Date(moment.getTime() + asUtc.getTime() - shown);
  }
  return moment;
}

function checked(date: Date): Date {
  const year = date.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) {
    throw wrongDate();
  }
  return date;
}

function wrongDate(): DomainError {
  return new DomainError('INPUT_DATE_WRONG', answerCodes.invalid, {
    cn: '日期无效，请重新选择',
    en: 'There is no such date. Choose another',
  });
}
