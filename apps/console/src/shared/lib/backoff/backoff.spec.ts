import { expect, it } from '@jest/globals';
import { Backoff } from './backoff.js';

it('waits longer each time, up to the longest, and never the same as the others', () => {
  const backoff = new Backoff({ firstMs: 1_000, longestMs: 8_000 });
  const waits = Array.from({ length: 8 }, () => backoff.nextMs());
  waits.forEach((ms, index) => {
    const middle = Math.min(8_000, 1_000 * 2 ** index);
    expect(ms).toBeGreaterThanOrEqual(middle * 0.75);
    expect(ms).toBeLessThanOrEqual(middle * 1.25);
  });
  expect(new Set(waits).size).toBe(8);
});

it('is short again after a success', () => {
  const backoff = new Backoff({ firstMs: 1_000, longestMs: 8_000 });
  backoff.nextMs();
  backoff.nextMs();
  backoff.reset();
  expect(backoff.nextMs()).toBeLessThanOrEqual(1_250);
});
