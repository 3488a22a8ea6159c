/** The moment a sample was sent, hidden in its load: viewers read from it how long it was under way. */
const wrapMs = 100_000;

/** @param {number} time milliseconds since the epoch; @returns {number} a percentage, below 100 */
export const stamp = (time) => (time % wrapMs) / 1_000;

/** Milliseconds since a stamp was made, if it is not older than a minute and a half. */
export const ageOf = (percent, now = Date.now()) =>
  Math.round(((now % wrapMs) - percent * 1_000 + wrapMs) % wrapMs);
