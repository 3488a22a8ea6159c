import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { KeyedThrottle } from './keyed-throttle.js';

describe('what is said of things that change again and again', () => {
  let said: string[];
  let latest: KeyedThrottle<string>;

  beforeEach(() => {
    jest.useFakeTimers();
    said = [];
    latest = new KeyedThrottle<string>(1_000, (value) => void said.push(value));
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

  it('is all that waits as one, where values can be joined', () => {
    const joined = new KeyedThrottle<string>(
      ...([1_000, (value: string) => void said.push(value), {}] as const),
      (held, next) => held + next,
    );
    ['1', '2', '3'].forEach((value) => joined.pass('a', value));
    jest.advanceTimersByTime(1_000);
    joined.close();
    expect(said).toEqual(['1', '23']);
  });

  it('is nothing more after the end', () => {
    latest.pass('a', '1');
    latest.pass('a', '2');
    latest.close();
    jest.advanceTimersByTime(5_000);
    expect(said).toEqual(['1']);
  });

  it('is the first word alone where no last one is wanted', () => {
    const first = new KeyedThrottle<string>(1_000, (value) => void said.push(value), {
      trailing: false,
    });
    ['1', '2', '3'].forEach((value) => first.pass('a', value));
    jest.advanceTimersByTime(1_000);
    first.pass('a', '4');
    expect(said).toEqual(['1', '4']);
  });

  it('is what came within an interval, by one run at a time, where no first one is wanted', async () => {
    const ends: (() => void)[] = [];
    const gathered = new KeyedThrottle<string>(
      1_000,
      (value) => {
        said.push(value);
        return new Promise((resolve) => ends.push(resolve));
      },
      { leading: false },
    );
    gathered.pass('all', '1');
    gathered.pass('all', '2');
    expect(said).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    gathered.pass('all', '3');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(said).toEqual(['2']);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(said).toEqual(['2', '3']);
    ends[1]?.();
    await jest.advanceTimersByTimeAsync(1_000);
    gathered.pass('all', '4');
    gathered.close();
    gathered.pass('all', '5');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(said).toEqual(['2', '3']);
  });
});
