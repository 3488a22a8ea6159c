import { expect, it } from '@jest/globals';
import { wireTime } from './wire-time.js';

it.each([
  ['2026-01-31T16:30:05Z', 'Asia/Shanghai', '2026-02-01 00:30:05'],
  ['2026-01-31T16:30:05.999Z', 'UTC', '2026-01-31 16:30:05'],
  ['2026-07-01T00:00:00Z', 'America/New_York', '2026-06-30 20:00:00'],
])('%s in %s is %s', (time, zone, text) => {
  expect(wireTime(new Date(time), zone)).toBe(text);
});

it('is what Intl says, in every zone and on every side of a change of the clocks', () => {
  const zones = [
    'Asia/Shanghai',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/New_York',
    'Africa/Monrovia',
    'Asia/Pyongyang',
  ];
  const moments = Array.from({ length: 2_000 }, () => Math.floor(Math.random() * 4e12) - 2e12);
  // St. John's set its clocks a minute after midnight; Shanghai left its local time on a second of 1901.
  for (const change of ['2009-11-01T02:31:00Z', '2026-11-01T06:00:00Z', '1900-12-31T15:54:17Z']) {
    moments.push(...[-1000, -1, 0, 1, 1000].map((step) => Date.parse(change) + step));
  }
  moments.push(0, 999, -1, Date.UTC(12_000, 0), Date.parse('0005-03-01T00:00:00Z'));
  for (const timeZone of zones) {
    const formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    for (const moment of moments) {
      expect(wireTime(new Date(moment), timeZone)).toBe(formatter.format(new Date(moment)));
    }
  }
});
