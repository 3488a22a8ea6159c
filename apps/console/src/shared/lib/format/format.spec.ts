import { describe, expect, it } from '@jest/globals';
import { formatSize, isOverOneTerabyte, percentOf } from './format.js';

describe('formatSize', () => {
  it.each([
    [0, '0.00 KB'],
    [1, '0.01 KB'],
    [1024, '1.00 KB'],
    [1024 ** 2 - 1, '1024.00 KB'],
    [1024 ** 2, '1.00 MB'],
    [1.5 * 1024 ** 3, '1.50 GB'],
    [2 * 1024 ** 4, '2048.00 GB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));
});

it('notices what is over 1 TB, not what is exactly 1 TB', () => {
  expect(isOverOneTerabyte(1024 ** 4)).toBe(false);
  expect(isOverOneTerabyte(1024 ** 4 + 1)).toBe(true);
});

describe('percentOf', () => {
  it('floors, so that 100 means all of it', () => expect(percentOf(999, 1000)).toBe(99));
  it('takes an empty whole as done', () => expect(percentOf(0, 0)).toBe(100));
  it('never shows more than 100', () => expect(percentOf(12, 10)).toBe(100));
});
