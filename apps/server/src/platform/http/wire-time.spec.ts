import { expect, it } from '@jest/globals';
import { wireTime } from './wire-time.js';

it.each([
  ['2026-01-31T16:30:05Z', 'Asia/Shanghai', '2026-02-01 00:30:05'],
  ['2026-01-31T16:30:05.999Z', 'UTC', '2026-01-31 16:30:05'],
  ['2026-07-01T00:00:00Z', 'America/New_York', '2026-06-30 20:00:00'],
])('%s in %s is %s', (time, zone, text) => {
  expect(wireTime(new Date(time), zone)).toBe(text);
});
