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
  Object.assign(globalThis, { localStorage: storage, document: { documentElement: {} } });
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
  // Moments as the platform's zone writes them; where clocks change, in one that changes them.
  it.each([
    ['2026-11-25 12:00:05', '2026-11-25 12:03:05', '3 分钟前', '3 minutes ago'],
    ['2026-11-25 12:00:05', '2026-11-25 12:00:15', '10 秒前', '10 seconds ago'],
    ['2026-11-24 23:00:00', '2026-11-25 00:30:00', '1 小时前', '1 hour ago'],
    ['2026-11-23 23:00:00', '2026-11-25 00:30:00', '前天', '2 days ago'],
    ['2026-11-24 00:10:00', '2026-11-25 23:50:00', '昨天', 'yesterday'],
    ['2026-11-26 23:00:00', '2026-11-25 12:00:00', '明天', 'tomorrow'],
    ['2026-11-21 12:00:00', '2026-11-25 12:00:00', '4 天前', '4 days ago'],
    ['2026-01-01 12:00:00', '2026-01-31 12:00:00', '30 天前', '30 days ago'],
    ['2026-09-27 12:00:00', '2026-11-25 12:00:00', '1 个月前', '1 month ago'],
    ['2026-09-25 12:00:00', '2026-11-25 12:00:00', '2 个月前', '2 months ago'],
    ['2025-12-31 23:00:00', '2026-01-01 00:30:00', '1 小时前', '1 hour ago'],
    ['2025-12-30 23:00:00', '2026-01-01 00:30:00', '前天', '2 days ago'],
    ['2025-12-24 12:00:00', '2026-11-25 12:00:00', '11 个月前', '11 months ago'],
    ['2024-12-24 12:00:00', '2026-11-25 12:00:00', '1 年前', '1 year ago'],
    ['2024-11-24 12:00:00', '2026-11-25 12:00:00', '2 年前', '2 years ago'],
    ['2026-12-25 12:00:00', '2026-11-25 12:00:00', '1 个月后', 'in 1 month'],
    ['2026-03-28 12:00:00', '2026-03-29 12:00:00', '23 小时前', '23 hours ago', 'Europe/Berlin'],
    ['2026-03-28 11:00:00', '2026-03-29 12:00:00', '昨天', 'yesterday', 'Europe/Berlin'],
    ['2026-10-25 00:10:00', '2026-10-25 23:50:00', '24 小时前', '24 hours ago', 'Europe/Berlin'],
  ])('of %s, at %s', (of, at, cn, en, zone = 'Asia/Shanghai') => {
    setPlatformZone(zone);
    const told = (): string => formatRelative(parseWireTime(of) ?? NaN, parseWireTime(at) ?? NaN);
    expect(told()).toBe(cn);
    memory.set('language', 'en');
    expect(told()).toBe(en);
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
    expect(formatSpan(50 * 60 * minute)).toBe('2 天');
    expect(formatDuration(65 * minute)).toBe('1 小时 5 分钟');
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
