/** How long a call waits for a background run, and how often it looks. */
const waitMs = 10 * 60_000;
const pollMs = 250;

/** Asks for a row until there is an answer; null when it takes longer than a call may. The row is the truth: an event could get lost. */
export async function waitForState<T>(look: () => Promise<T | null>): Promise<T | null> {
  const endsAt = Date.now() + waitMs;
  while (Date.now() < endsAt) {
    const found = await look();
    if (found !== null) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return null;
}
