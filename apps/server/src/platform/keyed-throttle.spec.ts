import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { KeyedThrottle } from './keyed-throttle.js';

let sent: [string, number][];
let throttle: KeyedThrottle<number>;

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  throttle = new KeyedThrottle(250, (...one) => sent.push(one));
});
afterEach(() => {
  throttle.close();
  jest.useRealTimers();
});

it('sends the first value of a key at once, then the last of each interval, and the last of all', () => {
  for (let value = 1; value <= 60; value += 1) {
    throttle.pass('a', value);
    jest.advanceTimersByTime(10);
  }
  throttle.pass('b', 0);
  jest.advanceTimersByTime(1_000);
  throttle.pass('a', 61);
  expect(sent).toEqual([
    ['a', 1],
    ['a', 25],
    ['a', 50],
    ['b', 0],
    ['a', 60],
    ['a', 61],
  ]);
});

it('sends nothing after its end', () => {
  throttle.pass('a', 1);
  throttle.pass('a', 2);
  throttle.close();
  jest.advanceTimersByTime(5_000);
  expect(sent).toEqual([['a', 1]]);
});
