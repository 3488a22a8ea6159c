import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BufferPool } from './buffer-pool.js';

describe('a pool of buffers', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('gives a released buffer to the next one who asks', () => {
    const pool = new BufferPool(1024, 2);
    const first = pool.take();
    expect(first).toHaveLength(1024);
    expect(pool.take()).not.toBe(first);
    pool.release(first);
    expect(pool.take()).toBe(first);
  });

  it('keeps no more than it may', () => {
    const pool = new BufferPool(1024, 1);
    const [kept, dropped] = [pool.take(), pool.take()];
    pool.release(kept);
    pool.release(dropped);
    expect(pool.take()).toBe(kept);
    expect(pool.take()).not.toBe(dropped);
  });

  it('keeps nothing for long when nobody asks', () => {
    const pool = new BufferPool(1024, 1);
    const buffer = pool.take();
    pool.release(buffer);
    jest.advanceTimersByTime(60_000);
    expect(pool.take()).not.toBe(buffer);
  });

  it('gives up what nobody needed, though others are in use', () => {
    const pool = new BufferPool(1024, 3, 1_000);
    const [one, other, third] = [pool.take(), pool.take(), pool.take()];
    pool.release(one);
    pool.release(other);
    pool.release(third);
    for (let second = 0; second < 3; second += 1) {
      pool.release(pool.take());
      jest.advanceTimersByTime(1_000);
    }
    expect(pool.take()).toBe(third);
    expect([one, other]).not.toContain(pool.take());
  });
});
