import { expect, test } from '@jest/globals';
import { toValues } from './chart-option.js';

test('the line breaks where the host was silent', () => {
  const points = [0, 2_000, 4_000, 60_000].map((time) => ({ time, used: 1 }));
  expect(toValues(points, 2_000)).toEqual([
    [0, 1],
    [2_000, 1],
    [4_000, 1],
    [6_000, null],
    [60_000, 1],
  ]);
});

test('a single missing point breaks nothing', () => {
  const points = [0, 12_000, 36_000].map((time) => ({ time, used: 1 }));
  expect(toValues(points, 12_000)).toHaveLength(3);
});
