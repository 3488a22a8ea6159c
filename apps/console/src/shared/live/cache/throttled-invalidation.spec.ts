import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ThrottledInvalidation } from './throttled-invalidation.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('makes one question of many changes', async () => {
  const ask = jest.fn(() => Promise.resolve());
  const keeper = new ThrottledInvalidation(ask);
  for (let change = 0; change < 50; change += 1) {
    keeper.schedule();
  }
  await jest.advanceTimersByTimeAsync(1_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks once more for what changed while it asked', async () => {
  let answer: () => void = () => undefined;
  const ask = jest.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const keeper = new ThrottledInvalidation(ask);
  keeper.schedule();
  await jest.advanceTimersByTimeAsync(300);
  keeper.schedule();
  await jest.advanceTimersByTimeAsync(10);
  expect(ask).toHaveBeenCalledTimes(1);
  answer();
  await jest.advanceTimersByTimeAsync(300);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('asks rarely where asking is slow, and is not starved by a stream of changes', async () => {
  const ask = jest.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 1_000)));
  const keeper = new ThrottledInvalidation(ask);
  const stream = setInterval(() => keeper.schedule(), 50);
  await jest.advanceTimersByTimeAsync(20_000);
  clearInterval(stream);
  // A second of asking, four of rest: about four times in twenty seconds.
  expect(ask.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(ask.mock.calls.length).toBeLessThanOrEqual(5);
});

it('asks soon for a change that comes after a long quiet, though asking is slow', async () => {
  const ask = jest.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 3_000)));
  const keeper = new ThrottledInvalidation(ask);
  keeper.schedule();
  await jest.advanceTimersByTimeAsync(60_000);
  keeper.schedule();
  await jest.advanceTimersByTimeAsync(300);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('asks soon for two changes one after the other, and lets a third one wait', async () => {
  const ask = jest.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 3_000)));
  const keeper = new ThrottledInvalidation(ask);
  keeper.schedule();
  await jest.advanceTimersByTimeAsync(4_000);
  keeper.schedule();
  await jest.advanceTimersByTimeAsync(300);
  expect(ask).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(3_000);
  keeper.schedule();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(ask).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('asks nothing any more once it is stopped', async () => {
  const ask = jest.fn(() => Promise.resolve());
  const keeper = new ThrottledInvalidation(ask);
  keeper.schedule();
  keeper.stop();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(ask).not.toHaveBeenCalled();
});
