import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until there is an answer (neither null, undefined nor false); the error says what was waited for. */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  timeoutMs = 60_000,
  everyMs = 50,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + timeoutMs;
  let lastError: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== null && answer !== undefined && answer !== false) {
        return answer as NonNullable<Exclude<T, false>>;
      }
    } catch (error) {
      lastError = error;
    }
    await sleep(everyMs);
  } while (Date.now() < deadline);
  const why = lastError instanceof Error ? ` Last error: ${lastError.message}` : '';
  throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.${why}`, { cause: lastError });
}
