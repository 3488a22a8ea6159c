import { setTimeout as sleep } from 'node:timers/promises';

/** How long a call waits for a background run. */
const waitMs = 10 * 60_000;

/** Up to this many waiting calls of a user look at full pace; beyond that each looks less often. */
const atFullPace = 4;

/** How many calls wait, by user. */
const waiting = new Map<string, number>();

/** A call of a user that waits. */
export interface Waiting {
  userId: string;
  /** How often it looks, milliseconds. */
  lookMs: number;
  /** Aborted when the caller is gone. */
  signal?: AbortSignal | undefined;
}

/**
 * Polls a row until there is an answer; null when that takes longer than a call may. An event could get lost; the row cannot.
 * @throws the signal's reason
 */
export async function waitForState<T>(
  { userId, lookMs, signal }: Waiting,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const endsAt = Date.now() + waitMs;
  waiting.set(userId, (waiting.get(userId) ?? 0) + 1);
  try {
    while (Date.now() < endsAt) {
      signal?.throwIfAborted();
      const found = await look();
      if (found !== null) {
        return found;
      }
      const pace = Math.max(1, (waiting.get(userId) ?? 0) / atFullPace);
      await sleep(lookMs * pace, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
    return null;
  } finally {
    const left = (waiting.get(userId) ?? 1) - 1;
    if (left === 0) {
      waiting.delete(userId);
    } else {
      waiting.set(userId, left);
    }
  }
}
