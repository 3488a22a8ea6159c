import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { reportProgress, type Progress } from './run-progress.js';

const pace = { progressMs: 250, heartbeatMs: 500 };

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A run whose row is its own until `isOwn` says otherwise. */
function run() {
  const progress: Progress = { doneBytes: 0, doneFiles: 0 };
  const written: number[] = [];
  const shown: number[] = [];
  const state = { isOwn: true, progress, written, shown, lost: new AbortController() };
  const stop = reportProgress(
    progress,
    {
      write: ({ doneBytes }) => {
        written.push(doneBytes);
        return Promise.resolve(state.isOwn);
      },
      show: ({ doneBytes }) => void shown.push(doneBytes),
      warn: () => undefined,
    },
    state.lost,
    pace,
  );
  return { ...state, stop, loseRow: () => (state.isOwn = false) };
}

describe('the progress of a run', () => {
  it('is written and shown four times a second at most, however often it moves', async () => {
    const { progress, written, shown, stop } = run();
    for (let step = 0; step < 100; step += 1) {
      progress.doneBytes += 1;
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(written).toEqual([25, 50, 75, 100]);
    expect(shown).toEqual(written);
    await stop();
  });

  it('is touched twice a second while nothing moves', async () => {
    const { written, stop } = run();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(written).toHaveLength(4);
    await stop();
  });

  it('is not told any more when the run has ended', async () => {
    const { progress, written, stop } = run();
    await jest.advanceTimersByTimeAsync(250);
    await stop();
    progress.doneBytes = 1;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(written).toEqual([0]);
  });

  it('ends a run whose row is not its own any more', async () => {
    const { lost, shown, stop, loseRow } = run();
    loseRow();
    await jest.advanceTimersByTimeAsync(250);
    expect(lost.signal.aborted).toBe(true);
    expect(shown).toEqual([]);
    await stop();
  });
});
