import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { LeftUnansweredError } from './agents/agent-events.js';
import { ReportsTogether } from './reports-together.js';

const intervalMs = 1_000;
let stored: string[];
let store: jest.Mock<(reports: string[], key: string) => Promise<void>>;
let reports: ReportsTogether<string>;

const start = (leading: boolean): void => {
  reports = new ReportsTogether('Reports', intervalMs, store, { leading });
};
beforeEach(() => {
  jest.useFakeTimers();
  Logger.overrideLogger(false);
  stored = [];
  store = jest.fn(async (batch: string[], key: string) => void stored.push(key + batch.join('')));
});
afterEach(() => {
  reports.close();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** What becomes of a report. */
function add(key: string, report: string): { state: 'waits' | 'stored' | 'left' } {
  const one = { state: 'waits' as 'waits' | 'stored' | 'left' };
  reports.add(key, report).then(
    () => (one.state = 'stored'),
    (error: unknown) => (one.state = error instanceof LeftUnansweredError ? 'left' : 'waits'),
  );
  return one;
}

describe('reports', () => {
  it('of an interval are stored together, each key for itself, and answered together', async () => {
    start(false);
    const waiting = [add('a', '1'), add('a', '2'), add('b', '3')];
    await pass(intervalMs - 1);
    expect([stored, waiting.map(({ state }) => state)]).toEqual([[], ['waits', 'waits', 'waits']]);
    await pass(1);
    expect(stored).toEqual(['a12', 'b3']);
    expect(waiting.map(({ state }) => state)).toEqual(['stored', 'stored', 'stored']);
  });

  it('after a quiet time are stored at once where that is wanted', async () => {
    start(true);
    const first = add('a', '1');
    await pass(0);
    expect([stored, first.state]).toEqual([['a1'], 'stored']);
    add('a', '2');
    add('a', '3');
    await pass(intervalMs - 1);
    expect(stored).toEqual(['a1']);
    await pass(1);
    expect(stored).toEqual(['a1', 'a23']);
    await pass(2 * intervalMs);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('that come while a batch is stored are the next batch', async () => {
    start(false);
    let end = (): void => undefined;
    store.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
    const first = add('a', '1');
    await pass(intervalMs);
    const second = add('a', '2');
    await pass(10 * intervalMs);
    expect([stored, first.state]).toEqual([[], 'waits']);
    end();
    await pass(intervalMs);
    expect([stored, first.state, second.state]).toEqual([['a2'], 'stored', 'stored']);
  });

  it('are left unanswered when they could not be stored, and hold up none that follow', async () => {
    start(false);
    store.mockRejectedValueOnce(new Error('away'));
    const lost = add('a', '1');
    await pass(intervalMs);
    const next = add('a', '2');
    await pass(intervalMs);
    expect([lost.state, next.state, stored]).toEqual(['left', 'stored', ['a2']]);
  });
});
