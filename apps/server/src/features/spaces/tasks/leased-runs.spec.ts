import { describe, expect, it } from '@jest/globals';
import { LeasedRuns } from './leased-runs.js';

interface Row {
  userId: string;
  name: string;
}

/** Rows that wait, and runs that end when the test says so. */
function bench(waiting: Row[]) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const runs = new LeasedRuns<Row>(
    3,
    async (_lease, exceptOf) => {
      const at = waiting.findIndex(({ userId }) => !exceptOf.includes(userId));
      return at < 0 ? null : (waiting.splice(at, 1)[0] ?? null);
    },
    ({ name }) => {
      running.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    },
  );
  const stop = new AbortController();
  const signal = (): Promise<void> => runs.work(stop.signal);
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settle();
  };
  return { waiting, running, signal, end, stop };
}

/** What is in the hands of promises has come about. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const many = ['a1', 'a2', 'a3', 'a4'].map((name) => ({ userId: 'ann', name }));

describe('runs of rows that wait', () => {
  it('keep the last place for another user, however many come at once', async () => {
    const { waiting, running, signal, end } = bench([...many]);
    const all = Promise.all([signal(), signal(), signal()]);
    await settle();
    expect(running).toEqual(['a1', 'a2']);
    waiting.push({ userId: 'ben', name: 'b' });
    const last = signal();
    await settle();
    expect(running).toEqual(['a1', 'a2', 'b']);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b']) {
      await end(name);
    }
    await all;
    await last;
    expect(running).toEqual(['a1', 'a2', 'b', 'a3', 'a4']);
  });

  it('end with the worker: what waits is left', async () => {
    const { waiting, running, signal, end, stop } = bench([...many]);
    const work = signal();
    await settle();
    stop.abort();
    await end('a1');
    await work;
    expect(running).toEqual(['a1']);
    expect(waiting).toHaveLength(3);
  });
});
