import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ServerClock } from './server-clock.js';

const truth = Date.UTC(2026, 10, 22, 5, 0, 0);
const header = (time: number): string => new Date(time).toUTCString();

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it("goes by the server's clock where the computer's is five minutes off", () => {
  jest.setSystemTime(truth - 300_000);
  const clock = new ServerClock();
  clock.hear(header(truth), Date.now() - 100);
  expect(Math.abs(clock.now() - truth)).toBeLessThan(1_000);
  jest.advanceTimersByTime(60_000);
  expect(Math.abs(clock.now() - truth - 60_000)).toBeLessThan(1_000);
});

it('leaves a right clock alone: whole seconds and slow answers say nothing', () => {
  jest.setSystemTime(truth);
  const clock = new ServerClock();
  clock.hear(header(truth - 1_000), Date.now() - 50);
  clock.hear(header(truth - 8_000), Date.now() - 9_000);
  clock.hear(null, Date.now());
  clock.hear('yesterday', Date.now());
  expect(clock.now()).toBe(truth);
});

it('stands still against jitter, so that no count goes back', () => {
  jest.setSystemTime(truth - 300_000);
  const clock = new ServerClock();
  clock.hear(header(truth), Date.now() - 100);
  const first = clock.now();
  clock.hear(header(truth + 1_000), Date.now() - 900);
  expect(clock.now()).toBe(first);
});
