import { describe, expect, it } from '@jest/globals';
import { readWireDate } from './read-wire-date.js';

const zone = 'Asia/Shanghai';

describe('readWireDate', () => {
  it.each([
    ['2026-11-20', 'start', '2026-11-19T16:00:00.000Z'],
    ['2026-11-20', 'end', '2026-11-20T15:59:59.999Z'],
    ['2026-11-20 08:30:15', 'end', '2026-11-20T00:30:15.000Z'],
    ['2026-11-20T08:30', 'start', '2026-11-20T00:30:00.000Z'],
    ['1795132800000', 'end', '2026-11-20T00:00:00.000Z'],
    [1_795_132_800_000, 'start', '2026-11-20T00:00:00.000Z'],
  ] as const)('reads %s as the %s of a period', (value, edge, expected) => {
    expect(readWireDate(value, zone, edge).toISOString()).toBe(expected);
  });

  it('knows zones whose clocks change', () => {
    const read = (value: string) => readWireDate(value, 'Europe/Berlin', 'start').toISOString();
    expect(read('2026-07-01')).toBe('2026-06-30T22:00:00.000Z');
    expect(read('2026-12-01')).toBe('2026-11-30T23:00:00.000Z');
  });

  it.each([
    ['the day that has 25 hours', '2026-10-25', '2026-10-25T22:59:59.999Z'],
    ['the day that has 23 hours', '2026-03-29', '2026-03-29T21:59:59.999Z'],
    ['a common day', '2026-07-01', '2026-07-01T21:59:59.999Z'],
    ['the last day of all', '9999-12-31', '9999-12-31T22:59:59.999Z'],
  ])('ends %s at its end', (_, day, expected) => {
    expect(readWireDate(day, 'Europe/Berlin', 'end').toISOString()).toBe(expected);
  });

  it.each(['Asia/Shanghai', 'UTC', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Niue'])(
    'reads the last day of all in %s',
    (timeZone) => {
      expect(() => readWireDate('9999-12-31 23:59:59', timeZone, 'end')).not.toThrow();
      expect(() => readWireDate('9999-12-31', timeZone, 'end')).not.toThrow();
    },
  );

  it.each(['2026-02-30', '2026-13-01', '2026-01-01 25:00', 'soon'])('refuses %s', (value) => {
    expect(() => readWireDate(value, zone, 'start')).toThrow('INPUT_DATE_WRONG');
  });
});
