import { createHash, timingSafeEqual } from 'node:crypto';

/** What an absent code is compared with, so that it takes as long; no code has a blank in it. */
const none = ' ';

/**
 * Whether a code is a link's. Case does not matter. Takes the same time whatever is wrong with it.
 * @param code null: there is no such link
 */
export function isCodeOf(code: string | null, given: string): boolean {
  const isSame = timingSafeEqual(digest(code ?? none), digest(given));
  return isSame && code !== null;
}

/** Of one length for all, so that they can be compared in constant time. */
function digest(code: string): Buffer {
  return createHash('sha256').update(code.trim().toUpperCase()).digest();
}
