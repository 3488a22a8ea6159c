import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { ClientGoneError } from '../../../platform/http/gone-signal.js';
import { waitForState } from './wait-for-state.js';

describe('calls that wait for a background run', () => {
  it('stop looking when nobody is there any more', async () => {
    const gone = new AbortController();
    let looks = 0;
    const waited = waitForState({ userId: 'ann', lookMs: 250, signal: gone.signal }, () => {
      looks += 1;
      return Promise.resolve(null);
    });
    gone.abort(new ClientGoneError());
    await expect(waited).rejects.toThrow(ClientGoneError);
    expect(looks).toBe(1);
  });

  it('ask no more often together, however many of a user there are', async () => {
    const calls = Array.from({ length: 400 }, () => new AbortController());
    let looks = 0;
    const waited = calls.map(({ signal }) =>
      waitForState({ userId: 'ann', lookMs: 250, signal }, () => {
        looks += 1;
        return Promise.resolve(null);
      }),
    );
    let others = 0;
    await waitForState({ userId: 'bob', lookMs: 250 }, () => {
      others += 1;
      return Promise.resolve(others === 4 ? 'done' : null);
    });
    await sleep(0);
    calls.forEach((call) => call.abort(new ClientGoneError()));
    await Promise.allSettled(waited);
    // Each once when it came; after that none was due yet.
    expect(looks).toBe(400);
  });
});
