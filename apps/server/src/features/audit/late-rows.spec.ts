import { describe, expect, it } from '@jest/globals';
import { LateRows } from './late-rows.js';

/** A store that is away until it is told to come back, with what it was given. */
class FakeStore {
  readonly stored: string[] = [];
  tries = 0;
  isAway = true;
  private readonly waiting: (() => void)[] = [];

  readonly store = (row: string): Promise<void> => {
    this.tries += 1;
    this.waiting.splice(0).forEach((go) => go());
    if (this.isAway) {
      return Promise.reject(new Error('away'));
    }
    this.stored.push(row);
    return Promise.resolve();
  };

  nextTry(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

describe('rows that could not be stored', () => {
  it('are stored once each, in their order, as soon as that works', async () => {
    const store = new FakeStore();
    const rows = new LateRows(store.store, 1);
    expect([rows.add('first'), rows.add('second')]).toEqual([true, true]);
    await store.nextTry();
    await store.nextTry();
    expect(store.stored).toEqual([]);
    store.isAway = false;
    while (store.stored.length < 2) {
      await store.nextTry();
    }
    expect(await rows.finish()).toBe(0);
    expect(store.stored).toEqual(['first', 'second']);
  });

  it('are tried once more at the end, and counted when that fails', async () => {
    const store = new FakeStore();
    const rows = new LateRows(store.store, 3_600_000);
    rows.add('first');
    rows.add('second');
    expect(await rows.finish()).toBe(2);
    store.isAway = false;
    expect(await rows.finish()).toBe(0);
    expect(store.stored).toEqual(['first', 'second']);
  });
});
