import { expect, test } from '@jest/globals';
import { secondsOf, toWorkTime } from './work-time.js';

test.each([
  [0, '00:00:00'],
  [-5_000, '00:00:00'],
  [61_999, '00:01:01'],
  [(27 * 3600 + 62) * 1000, '27:01:02'],
])('%d ms are written %s', (elapsed, text) => {
  expect(toWorkTime(elapsed)).toBe(text);
  expect(secondsOf(text)).toBe(Math.max(0, Math.floor(elapsed / 1000)));
});
