import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LatestOf } from './latest-of.js';

describe('what is said of things that change again and again', () => {
  let said: string[];
  let latest: LatestOf<string>;

  beforeEach(() => {
    jest.useFakeTimers();
    said = [];
    latest = new LatestOf<string>(1_000, (value) => said.push(value));
  });
  afterEach(() => {
    latest.close();
    jest.useRealTimers();
  });

  it('is the first word at once', () => {
    latest.pass('a', 'a is here');
    latest.pass('b', 'b is here');
    expect(said).toEqual(['a is here', 'b is here']);
  });

  it('is the last word of each interval, and the last of all', () => {
    latest.pass('a', '1');
    for (let word = 2; word <= 100; word += 1) {
      latest.pass('a', String(word));
      jest.advanceTimersByTime(50);
    }
    jest.advanceTimersByTime(2_000);
    expect(said.length).toBeLessThanOrEqual(7);
    expect(said.at(-1)).toBe('100');
  });

  it('is said at once again after a quiet interval', () => {
    latest.pass('a', '1');
    jest.advanceTimersByTime(1_000);
    latest.pass('a', '2');
    expect(said).toEqual(['1', '2']);
  });

  it('is nothing more after the end', () => {
    latest.pass('a', '1');
    latest.pass('a', '2');
    latest.close();
    jest.advanceTimersByTime(5_000);
    expect(said).toEqual(['1']);
  });
});
