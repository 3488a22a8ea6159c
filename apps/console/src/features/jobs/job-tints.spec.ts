import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { JobTints } from './job-tints.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('takes each tint away in its own time, however steadily others change', async () => {
  let shown: ReadonlySet<string> = new Set();
  let largest = 0;
  const tints = new JobTints((ids) => {
    shown = ids;
    largest = Math.max(largest, ids.size);
  });
  for (let job = 0; job < 300; job += 1) {
    tints.add(String(job));
    await jest.advanceTimersByTimeAsync(50);
  }
  // 1.3 s of changes at twenty a second, and what is gathered.
  expect(largest).toBeLessThanOrEqual(30);
  expect(shown.has('0')).toBe(false);
  expect(shown.has('298')).toBe(true);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(shown.size).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});

it('draws a hundred changes of one moment once', async () => {
  const show = jest.fn();
  const tints = new JobTints(show);
  for (let job = 0; job < 100; job += 1) {
    tints.add(String(job));
  }
  await jest.advanceTimersByTimeAsync(200);
  expect(show).toHaveBeenCalledTimes(1);
  tints.stop();
});
