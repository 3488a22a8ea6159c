import { expect, it } from '@jest/globals';
import { SharedReadings } from './shared-readings.js';

it('reads once more for all who ask while it reads, and never answers with what began before', async () => {
  const readings = new SharedReadings<number>();
  let begun = 0;
  const ends: (() => void)[] = [];
  const work = (): Promise<number> => {
    begun += 1;
    const mine = begun;
    return new Promise((resolve) => ends.push(() => resolve(mine)));
  };
  const first = readings.read('a', work);
  const others = [1, 2, 3].map(() => readings.read('a', work));
  expect(begun).toBe(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await Promise.resolve();
  const late = readings.read('a', work);
  ends[1]?.();
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await new Promise(setImmediate);
  ends[2]?.();
  expect(await late).toBe(3);
  await new Promise(setImmediate);
  void readings.read('a', work);
  expect(begun).toBe(4);
});

it('reads on after a reading that failed', async () => {
  const readings = new SharedReadings<number>();
  const failing = readings.read('a', () => Promise.reject(new Error('gone')));
  const next = readings.read('a', () => Promise.resolve(2));
  await expect(failing).rejects.toThrow('gone');
  expect(await next).toBe(2);
});
