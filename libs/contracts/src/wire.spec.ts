import { describe, expect, it } from '@jest/globals';
import { momentMs } from './wire.js';

describe('a moment in milliseconds', () => {
  it.each([
    [0, 0],
    [1_795_132_800_000, 1_795_132_800_000],
    ['1795132800000', 1_795_132_800_000],
    [' 5 ', 5],
  ])('%j is one', (given, expected) => {
    expect(momentMs.parse(given)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '0x10',
    '1e13',
    '1.0',
    '-1',
    '２',
    '8640000000000001',
    1.5,
    -1,
    NaN,
    null,
    true,
    [5],
  ])('%j is none', (given) => {
    expect(momentMs.safeParse(given).success).toBe(false);
  });
});
