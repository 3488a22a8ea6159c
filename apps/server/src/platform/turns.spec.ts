import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './concurrency.js';
import { UserSemaphore } from './user-semaphore.js';

describe('Semaphore', () => {
  it('never lets more than the limit run, and lets everyone have a turn', async () => {
    const turns = new Semaphore(2);
    let running = 0;
    let most = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 9 }, () =>
        turns.run(async () => {
          running += 1;
          most = Math.max(most, running);
          await turn();
          running -= 1;
          done += 1;
        }),
      ),
    );
    expect([most, done]).toEqual([2, 9]);
  });

  it('gives the turn on after a failure', async () => {
    const turns = new Semaphore(1);
    await expect(turns.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run(() => Promise.resolve('yes'))).toBe('yes');
  });
});

describe('UserSemaphore', () => {
  const turns = new UserSemaphore({ each: 2, waiting: 8 });
  const begun: string[] = [];

  it('lets eight of a user wait, refuses the ninth, keeps nobody else, and forgets who has gone', async () => {
    let end = (): void => undefined;
    const gate = new Promise<void>((resolve) => (end = resolve));
    const run = (userId: string, signal?: AbortSignal): Promise<void> =>
      turns.run(
        userId,
        () => {
          begun.push(userId);
          return gate;
        },
        signal && (() => signal),
      );
    const gone = new AbortController();
    const leaving = [run('ann'), run('ann'), run('ann', gone.signal)].at(-1);
    const waiting = Array.from({ length: 7 }, () => run('ann'));
    await expect(run('ann')).rejects.toMatchObject({
      code: 'CALLS_TOO_MANY',
      status: 429,
      details: { waitSeconds: 1 },
    });
    const other = run('bob');
    expect(begun).toEqual(['ann', 'ann', 'bob']);
    gone.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    const last = run('ann');
    await expect(run('ann')).rejects.toThrow('CALLS_TOO_MANY');
    end();
    await Promise.all([...waiting, last, other]);
    expect(begun).toHaveLength(2 + 7 + 1 + 1);
    await run('ann');
  });
});
