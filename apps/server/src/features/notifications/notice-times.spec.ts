import { describe, expect, it } from '@jest/globals';
import { isQuietAt, mailTimeOf, nextAtHour, type MailTimes } from './notice-times.js';

const at = (text: string): Date => new Date(text);

describe('quiet hours', () => {
  it.each([
    ['before', '2026-11-28T13:59:59Z', false],
    ['at their beginning', '2026-11-28T14:00:00Z', true],
    ['past midnight', '2026-11-28T18:00:00Z', true],
    ['just before their end', '2026-11-28T22:59:59Z', true],
    ['at their end', '2026-11-28T23:00:00Z', false],
  ])('of a night in Shanghai, %s', (_, time, isQuiet) => {
    expect(isQuietAt(at(time), { from: 22, to: 7 }, 'Asia/Shanghai')).toBe(isQuiet);
  });

  it('of a day do not go past midnight, and none are never', () => {
    const noon = { from: 12, to: 14 };
    expect(isQuietAt(at('2026-11-28T13:00:00Z'), noon, 'UTC')).toBe(true);
    expect(isQuietAt(at('2026-11-28T00:00:00Z'), noon, 'UTC')).toBe(false);
    expect(isQuietAt(at('2026-11-28T13:00:00Z'), null, 'UTC')).toBe(false);
  });
});

describe('the next time that clocks reach an hour', () => {
  it.each([
    ['this very instant', 8, 'Asia/Shanghai', '2026-11-28T00:00:00Z', '2026-11-28T00:00:00Z'],
    ['tomorrow', 8, 'Asia/Shanghai', '2026-11-28T00:00:01Z', '2026-11-29T00:00:00Z'],
    ['midnight', 0, 'Asia/Shanghai', '2026-11-28T15:00:00Z', '2026-11-28T16:00:00Z'],
    [
      'of a zone by three quarters',
      8,
      'Asia/Kathmandu',
      '2026-11-28T00:00:00Z',
      '2026-11-28T02:15:00Z',
    ],
    // Berlin sets its clocks from 2 to 3 o'clock at 01:00 UTC.
    [
      'in the hour that is left out',
      2,
      'Europe/Berlin',
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:00:00Z',
    ],
    ['after a short day', 8, 'Europe/Berlin', '2026-03-28T07:30:00Z', '2026-03-29T06:00:00Z'],
    // And from 3 back to 2 at 01:00 UTC.
    [
      'in the hour that comes twice',
      2,
      'Europe/Berlin',
      '2026-10-24T23:00:00Z',
      '2026-10-25T00:00:00Z',
    ],
    ['not the second time', 2, 'Europe/Berlin', '2026-10-25T00:10:00Z', '2026-10-26T01:00:00Z'],
    ['after a long day', 8, 'Europe/Berlin', '2026-10-24T06:30:00Z', '2026-10-25T07:00:00Z'],
  ])('%s', (_, hour, zone, after, next) => {
    expect(nextAtHour(hour, zone, at(after)).toISOString()).toBe(at(next).toISOString());
  });
});

describe('a mail', () => {
  const soon: MailTimes = {
    mailMode: 'soon',
    digestHour: 8,
    quietHours: null,
    timeZone: 'Asia/Shanghai',
    mailedAt: null,
  };
  const daily: MailTimes = { ...soon, mailMode: 'daily' };
  const night = { quietHours: { from: 22, to: 7 } };
  const timeOf = (times: MailTimes, since: string, now: string): string =>
    mailTimeOf(times, at(since), at(now)).toISOString();

  it('waits for what comes within two minutes, and ten after the last', () => {
    const since = '2026-11-28T04:00:00.000Z';
    expect(timeOf(soon, since, since)).toBe('2026-11-28T04:02:00.000Z');
    expect(timeOf(soon, since, '2026-11-28T05:00:00.000Z')).toBe('2026-11-28T05:00:00.000Z');
    const again = { ...soon, mailedAt: at('2026-11-28T03:59:00Z') };
    expect(timeOf(again, since, since)).toBe('2026-11-28T04:09:00.000Z');
  });

  it('of the day goes at its hour, or at once where that was missed', () => {
    const since = '2026-11-28T04:00:00.000Z';
    expect(timeOf(daily, since, since)).toBe('2026-11-29T00:00:00.000Z');
    expect(timeOf(daily, since, '2026-11-29T00:00:01.000Z')).toBe('2026-11-29T00:00:01.000Z');
  });

  it('goes at the end of quiet hours, whatever it is', () => {
    const since = '2026-11-28T15:00:00.000Z';
    expect(timeOf({ ...soon, ...night }, since, since)).toBe('2026-11-28T23:00:00.000Z');
    expect(timeOf({ ...daily, ...night, digestHour: 3 }, since, since)).toBe(
      '2026-11-28T23:00:00.000Z',
    );
    expect(timeOf({ ...soon, ...night }, since, '2026-11-28T23:00:00.000Z')).toBe(
      '2026-11-28T23:00:00.000Z',
    );
  });
});
