import { z } from 'zod';

/** A word of a host about itself, as one line: what a terminal heeds, or the database does not store, reads as a question mark. */
export function hostText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .transform((text) => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?'));
}

/** A host's clock may be ahead of the server's by this much. */
const clockAheadMs = 60_000;

/**
 * Milliseconds since the epoch, by a clock that may be wrong. A moment outside [0, now + 1 min] is replaced by the nearest one inside:
 * an event that were refused for its time would be sent again for ever.
 */
export const agentMoment = z
  .number()
  .transform((time) => Math.round(Math.min(Math.max(time, 0), Date.now() + clockAheadMs)));
