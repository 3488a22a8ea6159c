import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setPlatformZone } from '../../lib/time/platform-zone.js';
import { changedBounds, daysOf, filterFrom, isNarrowed } from './search-filter.js';

const storage = globalThis.localStorage;
beforeAll(() => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: { getItem: () => null, setItem: () => undefined },
  });
  setPlatformZone('Asia/Shanghai');
});
afterAll(() => {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
});

it('reads the filter of an address, and takes nonsense for none', () => {
  const filter = filterFrom(new URLSearchParams('kind=image&changed=7'));
  expect(filter).toEqual({ kind: 'image', changed: '7' });
  expect(isNarrowed(filter)).toBe(true);
  expect(isNarrowed(filterFrom(new URLSearchParams('kind=everything')))).toBe(false);
});

it('counts recent days back from now', () => {
  const now = Date.parse('2026-11-22T06:00:00Z');
  expect(changedBounds('7', now)).toEqual({ changedFrom: Date.parse('2026-11-15T06:00:00Z') });
  expect(changedBounds('', now)).toEqual({});
  expect(changedBounds('soon', now)).toEqual({});
});

it('takes days whole, in the zone of the platform', () => {
  expect(daysOf('2026-11-01..2026-11-02')).toEqual({ from: '2026-11-01', to: '2026-11-02' });
  expect(changedBounds('2026-11-01..2026-11-02', 0)).toEqual({
    changedFrom: Date.parse('2026-10-31T16:00:00Z'),
    changedTo: Date.parse('2026-11-02T16:00:00Z'),
  });
  expect(changedBounds('..2026-11-02', 0)).toEqual({
    changedTo: Date.parse('2026-11-02T16:00:00Z'),
  });
});

it('knows the days that have another length', () => {
  setPlatformZone('Europe/Berlin');
  expect(changedBounds('2026-10-25..2026-10-25', 0)).toEqual({
    changedFrom: Date.parse('2026-10-24T22:00:00Z'),
    changedTo: Date.parse('2026-10-25T23:00:00Z'),
  });
});
