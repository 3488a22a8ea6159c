import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What the reference work takes on the machine on which the bounds of the long run were set while its neighbours are quiet,
 * in milliseconds; it takes 2.1 there while they are not.
 */
const quietMs = 1.5;
const warmUps = 50;
const sampleEveryMs = 100;

const rows = Array.from({ length: 1_000 }, (_, index) => ({
  id: `row-${String(index)}`,
  index,
  time: new Date(index * 1e9).toISOString(),
  names: ['a', 'b', 'c'].map((name) => name + String(index)),
}));

/** Work of the kind that servers and pages do: JSON written, read and put in order. It leaves nothing behind. */
function referenceMs(): number {
  const startedAt = performance.now();
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  read.sort((one, other) => (one.time < other.time ? 1 : -1));
  return performance.now() - startedAt;
}

for (let count = 0; count < warmUps; count += 1) {
  referenceMs();
}

/**
 * How many times longer work takes now than when bounds were set, 1 or more. Processors of a virtual machine are threads of cores
 * that others use, too: for seconds on end the same work then takes up to twice its time, and no clock of the system shows it.
 * Of two measurements the shorter one counts, so that a single pause excuses nothing.
 */
export function slowdownNow(): number {
  return Math.max(1, Math.min(referenceMs(), referenceMs()) / quietMs);
}

/** Does something, and answers how much slower than usual the processors were meanwhile: the median. */
export async function slowdownDuring(act: () => Promise<void>): Promise<number> {
  const factors = [slowdownNow()];
  const stop = new AbortController();
  const sampling = (async () => {
    while (!stop.signal.aborted) {
      factors.push(slowdownNow());
      await sleep(sampleEveryMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  try {
    await act();
  } finally {
    stop.abort();
    await sampling;
  }
  factors.sort((one, other) => one - other);
  return factors[Math.floor(factors.length / 2)] ?? 1;
}
