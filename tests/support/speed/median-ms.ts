import { readFile } from 'node:fs/promises';
import { slowdownNow } from './slowdown.js';

/** Calls that fill caches and have the code compiled, and those that count. */
const warmUps = 5;
const measured = 15;

/** How long this process has stood ready while others had the processors, in ms; 0 where the kernel does not say. */
async function waitedMs(): Promise<number> {
  const text = await readFile('/proc/self/schedstat', 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) / 1e6;
}

/**
 * The median time of a call in milliseconds, from the request of a client to its parsed answer, without what others on the same
 * processors took of it, nor what they slowed it down by. For the long run, beside which nothing else of ours runs.
 */
export async function medianMs(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < warmUps + measured; count += 1) {
    const slowdownBefore = slowdownNow();
    const waitedBefore = await waitedMs();
    const startedAt = performance.now();
    await call();
    const tookMs = performance.now() - startedAt;
    const ownMs = tookMs - ((await waitedMs()) - waitedBefore);
    times.push(ownMs / Math.min(slowdownBefore, slowdownNow()));
  }
  const counted = times.slice(warmUps).sort((one, other) => one - other);
  return counted[Math.floor(measured / 2)] ?? Infinity;
}
