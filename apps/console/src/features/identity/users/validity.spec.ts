import { expect, it } from '@jest/globals';
import dayjs from 'dayjs';
import { dayOf, endOnWire, isReversed, startOnWire } from './validity.js';

it('sends whole days, the last one to its end', () => {
  expect(startOnWire(dayjs('2026-11-20T15:30:00'))).toBe('2026-11-20 00:00:00');
  expect(endOnWire(dayjs('2026-12-01T00:00:00'))).toBe('2026-12-01 23:59:59');
});

it('compares by days', () => {
  const morning = dayjs('2026-11-20T08:00:00');
  const evening = dayjs('2026-11-20T20:00:00');
  expect(isReversed({ start: evening, end: morning })).toBe(false);
  expect(isReversed({ start: evening, end: morning.subtract(1, 'day') })).toBe(true);
  expect(isReversed({ start: null, end: morning })).toBe(false);
});

it('shows the day of a time', () => {
  expect(dayOf('2026-11-20 23:59:59')).toBe('2026-11-20');
});
