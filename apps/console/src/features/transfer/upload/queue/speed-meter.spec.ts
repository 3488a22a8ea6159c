import { expect, it } from '@jest/globals';
import { secondsLeft, SpeedMeter } from './speed-meter.js';

it('measures the last five seconds only', () => {
  const meter = new SpeedMeter();
  expect(meter.bytesPerSecond()).toBe(0);
  for (let second = 0; second <= 20; second += 1) {
    // Fast for ten seconds, then 100 bytes a second.
    meter.add(second * 1000, second <= 10 ? second * 10_000 : 100_000 + (second - 10) * 100);
  }
  expect(meter.bytesPerSecond()).toBeCloseTo(100, 5);
});

it('tells no time while nothing moves', () => {
  expect(secondsLeft(100, 0)).toBeNull();
  expect(secondsLeft(101, 50)).toBe(3);
});
