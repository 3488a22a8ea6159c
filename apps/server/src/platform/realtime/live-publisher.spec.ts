import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { LivePublisher, type LiveDelivery, type LiveEntry } from './live-publisher.js';

const entry = (number: number, audience = 'user:a'): LiveEntry => ({
  audience,
  event: 'filesChanged',
  args: [number],
});

/** A counter in memory that can be away. */
class MemoryCounter {
  isAway = false;
  readonly calls: number[] = [];
  private readonly seqs = new Map<string, number>();

  next(audiences: readonly string[]) {
    this.calls.push(audiences.length);
    if (this.isAway) {
      return Promise.reject(new Error('away'));
    }
    return Promise.resolve(
      audiences.map((audience) => {
        const seq = (this.seqs.get(audience) ?? 0) + 1;
        this.seqs.set(audience, seq);
        return { audience, epoch: 'e', seq };
      }),
    );
  }
  prune() {
    return Promise.resolve();
  }
}

describe('the publisher of state events', () => {
  let counter: MemoryCounter;
  let delivered: LiveDelivery[];
  let publisher: LivePublisher;

  beforeEach(() => {
    Logger.overrideLogger(false);
    jest.useFakeTimers();
    counter = new MemoryCounter();
    delivered = [];
    publisher = new LivePublisher(counter, (batch) => void delivered.push(...batch), 10);
  });
  afterEach(async () => {
    await publisher.close(0);
    jest.useRealTimers();
  });

  it('keeps the order, numbers together what came meanwhile, and then does nothing at all', async () => {
    [1, 2, 3, 4, 5].forEach((number) => publisher.add([entry(number)]));
    await jest.advanceTimersByTimeAsync(0);
    expect(delivered.map(({ args, seq }) => [args, seq])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [[number], number]),
    );
    expect(counter.calls).toEqual([1, 4]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('tells a number without an event to those whose events could not be numbered', async () => {
    counter.isAway = true;
    publisher.add([entry(1), entry(2)]);
    await jest.advanceTimersByTimeAsync(10_000);
    publisher.add([entry(1, 'user:b')]);
    expect(delivered).toEqual([]);
    counter.isAway = false;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(delivered).toEqual([
      { ...entry(1, 'user:b'), epoch: 'e', seq: 1 },
      { audience: 'user:a', epoch: 'e', seq: 1 },
    ]);
  });

  it('holds a bounded number, and tells a number to the others', async () => {
    counter.isAway = true;
    publisher.add([entry(0)]);
    for (let number = 1; number <= 30; number += 1) {
      publisher.add([entry(number, `user:${number}`)]);
    }
    counter.isAway = false;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(new Set(delivered.map(({ audience }) => audience)).size).toBe(31);
    expect(delivered.filter(({ event }) => event)).toHaveLength(10);
  });
});
