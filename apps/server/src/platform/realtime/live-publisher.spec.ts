import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { LiveDelivery, LiveEntry, LiveLog } from './live-log.js';
import { LivePublisher } from './live-publisher.js';

const entry = (number: number, audience = 'user:a'): LiveEntry => ({
  audience,
  event: 'filesChanged',
  args: `[${number}]`,
});

/** A log in memory that can be away, and can lose its answer. */
class MemoryLog implements LiveLog {
  isAway = false;
  losesAnswer = false;
  readonly calls: { batchId: string; isRetry: boolean; count: number }[] = [];
  readonly skipped: string[] = [];
  pruned = 0;
  private readonly seqs = new Map<string, number>();

  append(batchId: string, entries: readonly LiveEntry[], isRetry: boolean) {
    this.calls.push({ batchId, isRetry, count: entries.length });
    if (this.isAway) {
      return Promise.reject(new Error('away'));
    }
    if (this.losesAnswer) {
      this.losesAnswer = false;
      return Promise.reject(new Error('lost'));
    }
    return Promise.resolve(
      entries.map(({ audience }) => {
        const seq = (this.seqs.get(audience) ?? 0) + 1;
        this.seqs.set(audience, seq);
        return { audience, epoch: 'e', seq };
      }),
    );
  }
  skip(audiences: readonly string[]) {
    this.skipped.push(...audiences);
    return this.isAway ? Promise.reject(new Error('away')) : Promise.resolve();
  }
  prune() {
    this.pruned += 1;
    return Promise.resolve();
  }
  positions() {
    return Promise.resolve([]);
  }
  read() {
    return Promise.resolve([]);
  }
  close() {
    return Promise.resolve();
  }
}

describe('the publisher of state events', () => {
  let log: MemoryLog;
  let delivered: LiveDelivery[];
  let publisher: LivePublisher;

  beforeEach(() => {
    Logger.overrideLogger(false);
    jest.useFakeTimers();
    log = new MemoryLog();
    delivered = [];
    publisher = new LivePublisher(log, (batch) => void delivered.push(...batch), {
      giveUpMs: 5_000,
      waitingMax: 10,
    });
  });
  afterEach(async () => {
    await publisher.close(0);
    jest.useRealTimers();
  });

  const numbers = (): unknown[] => delivered.map(({ args }) => args[0]);

  it('keeps the order, and writes together what came meanwhile', async () => {
    [1, 2, 3, 4, 5].forEach((number) => publisher.add([entry(number)]));
    await jest.advanceTimersByTimeAsync(0);
    expect(numbers()).toEqual([1, 2, 3, 4, 5]);
    expect(log.calls.map(({ count }) => count)).toEqual([1, 4]);
  });

  it('tries again, as the same batch, until the log answers', async () => {
    log.losesAnswer = true;
    publisher.add([entry(1)]);
    await jest.advanceTimersByTimeAsync(500);
    const [first, second] = log.calls;
    expect(second).toEqual({ batchId: first?.batchId, isRetry: true, count: 1 });
    expect(numbers()).toEqual([1]);
  });

  it('leaves a hole for what it has to give up, and goes on', async () => {
    log.isAway = true;
    publisher.add([entry(1)]);
    await jest.advanceTimersByTimeAsync(10_000);
    publisher.add([entry(2, 'user:b')]);
    log.isAway = false;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(log.skipped).toContain('user:a');
    expect(numbers()).toEqual([2]);
  });

  it('holds a bounded number, and leaves a hole for the others', async () => {
    log.isAway = true;
    publisher.add([entry(0)]);
    for (let number = 1; number <= 30; number += 1) {
      publisher.add([entry(number, `user:${number}`)]);
    }
    log.isAway = false;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(numbers()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(log.skipped).toHaveLength(20);
  });

  it('prunes while there is something, and then does nothing at all', async () => {
    publisher.add([entry(1)]);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(log.pruned).toBeGreaterThan(2);
    expect(jest.getTimerCount()).toBe(0);
  });
});
