import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Config } from '../../config/config.js';
import { StorageAwayError } from '../file-space/file-space.errors.js';
import { Timings } from '../timings.js';
import { StorageWatch } from './storage-watch.service.js';

const { slowMs, slowWhileAwayMs, answerMs } = new Timings().storage;
const never = (): Promise<never> => new Promise(() => undefined);

let watch: StorageWatch;
let asked: jest.SpiedFunction<() => Promise<unknown>>;

beforeEach(() => {
  jest.useFakeTimers();
  watch = new StorageWatch({ filesDir: '/' } as Config, new Timings());
  asked = jest.spyOn(watch as unknown as { ask: () => Promise<unknown> }, 'ask');
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a call that waits for files', () => {
  it('asks nothing while it is quick', async () => {
    await expect(watch.within(() => Promise.resolve('done'))).resolves.toBe('done');
    await jest.advanceTimersByTimeAsync(slowMs * 2);
    expect(asked).not.toHaveBeenCalled();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('may take long while the file server answers', async () => {
    asked.mockResolvedValue(undefined);
    let finish = (_: string): void => undefined;
    const done = watch.within(() => new Promise<string>((resolve) => (finish = resolve)));
    await jest.advanceTimersByTimeAsync(slowMs * 5);
    expect(asked.mock.calls.length).toBeGreaterThan(1);
    finish('done');
    await expect(done).resolves.toBe('done');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends when the file server does not answer, within 10 s and the next ones sooner', async () => {
    asked.mockImplementation(never);
    const first = expect(watch.within(never)).rejects.toThrow(StorageAwayError);
    await jest.advanceTimersByTimeAsync(slowMs + answerMs);
    await first;
    expect(slowMs + answerMs).toBeLessThan(10_000);
    const second = expect(watch.within(never)).rejects.toThrow(StorageAwayError);
    await jest.advanceTimersByTimeAsync(slowWhileAwayMs);
    await second;
    // What needs no files goes on.
    await expect(watch.within(() => Promise.resolve('done'))).resolves.toBe('done');
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
