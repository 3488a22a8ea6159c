import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  formatClock,
  formatDateTime,
  formatDuration,
  formatElapsed,
  formatRelative,
  formatSpan,
  formatWithZone,
  parseWireTime,
  secondsOf,
} from './format-time.js';
import { setPlatformZone } from './platform-zone.js';

const memory = new Map<string, string>();
const noon = Date.UTC(2026, 10, 22, 4, 0, 5);
const minute = 60_000;

beforeEach(() => {
  memory.clear();
  const storage = {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
  };
  Object.assign(globalThis, { localStorage: storage });
  setPlatformZone('Asia/Shanghai');
});
afterEach(() => setPlatformZone('UTC'));

describe('the platform zone', () => {
  it('is that of every time, whatever the computer has', () => {
    expect(formatDateTime(noon)).toBe('2026-11-22 12:00:05');
    expect(formatClock(noon)).toBe('12:00:05');
    setPlatformZone('America/New_York');
    expect(formatDateTime(noon)).toBe('2026-11-21 23:00:05');
  });
  it('is named with its offset', () => {
    expect(formatWithZone(noon)).toBe('2026-11-22 12:00:05 GMT+8 (Asia/Shanghai)');
  });
  it('stays when the server names one that this browser does not know', () => {
    setPlatformZone('Moon/Tranquility');
    expect(formatDateTime(noon)).toBe('2026-11-22 12:00:05');
  });
  it('is what the times of the wire are read in, also around a change of the clocks', () => {
    expect(parseWireTime('2026-11-22 12:00:05')).toBe(noon);
    setPlatformZone('Europe/Berlin');
    for (const time of [
      Date.UTC(2026, 2, 29, 0, 59, 59),
      Date.UTC(2026, 2, 29, 1, 0, 0),
      Date.UTC(2026, 9, 24, 22, 0, 0),
      Date.UTC(2026, 9, 25, 1, 30, 0),
    ]) {
      expect(formatDateTime(parseWireTime(formatDateTime(time))!)).toBe(formatDateTime(time));
    }
    expect(parseWireTime('soon')).toBeNull();
    expect(parseWireTime(null)).toBeNull();
  });
  it('writes midnight as 00', () => {
    expect(formatDateTime(Date.UTC(2026, 0, 1, 16, 0, 0))).toBe('2026-01-02 00:00:00');
  });
});

describe('spans', () => {
  it.each([
    [3 * minute, '3分钟前', '3 minutes ago'],
    [26 * 60 * minute, '昨天', 'yesterday'],
    [10_000, '10秒钟前', '10 seconds ago'],
  ])('%d ms ago', (ago, cn, en) => {
    expect(formatRelative(noon - ago, noon)).toBe(cn);
    memory.set('language', 'en');
    expect(formatRelative(noon - ago, noon)).toBe(en);
  });
  it.each([
    [0, '0 sec'],
    [40_500, '40 sec'],
    [65 * minute, '1 hr 5 min'],
    [60 * minute, '1 hr'],
    [50 * 60 * minute, '2 days 2 hr'],
  ])('%d ms long', (ms, en) => {
    memory.set('language', 'en');
    expect(formatDuration(ms)).toBe(en);
  });
  it('by the largest unit', () => {
    expect(formatSpan(50 * 60 * minute)).toBe('2天');
    memory.set('language', 'en');
    expect(formatSpan(50 * 60 * minute)).toBe('2 days');
    expect(formatSpan(1_000)).toBe('1 second');
  });
  it.each([
    [0, '00:00:00'],
    [3_661_500, '01:01:01'],
    [360_000_000, '100:00:00'],
    [-5, '00:00:00'],
  ])('%d ms elapsed', (ms, text) => {
    expect(formatElapsed(ms)).toBe(text);
    expect(secondsOf(text)).toBe(Math.max(0, Math.floor(ms / 1000)));
  });
});
