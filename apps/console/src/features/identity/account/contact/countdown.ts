/** Between two sends of a code (spec part 2 §9). */
export const resendMs = 60_000;

/** The button that sends a code (spec part 2 §4): 0 never sent, 1 counting down, 2 may send again. */
export type SendState = { kind: 0 } | { kind: 1; seconds: number } | { kind: 2 };

/** The state at `now`, both in milliseconds; a clock that was set back never makes anybody wait longer than the whole time. */
export function sendState(sentAt: number | null, now: number): SendState {
  if (sentAt === null) {
    return { kind: 0 };
  }
  const left = sentAt + resendMs - now;
  return left <= 0 || left > resendMs ? { kind: 2 } : { kind: 1, seconds: Math.ceil(left / 1000) };
}

const storageKey = (purpose: string): string => `codeSentAt:${purpose}`;

/** When a code was last sent for this purpose in this window; null: never. It outlives a reload. */
export function readSentAt(purpose: string, storage: Storage = sessionStorage): number | null {
  const stored = Number(storage.getItem(storageKey(purpose)));
  return Number.isFinite(stored) && stored > 0 ? stored : null;
}

export const writeSentAt = (
  purpose: string,
  sentAt: number,
  storage: Storage = sessionStorage,
): void => storage.setItem(storageKey(purpose), String(sentAt));
