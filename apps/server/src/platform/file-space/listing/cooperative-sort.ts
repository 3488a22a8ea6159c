/** How long the event loop may wait for a piece of the sorting. */
const sliceMs = 5;
/** A run of this length is sorted in about a millisecond, with comparisons that know languages. */
const runLength = 512;

/** A sorted copy; stable. The event loop gets a turn every few milliseconds, however many items there are. */
export async function cooperativeSort<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<T[]> {
  const turn = new Slice();
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += runLength) {
    runs.push(items.slice(start, start + runLength).sort(compare));
    await turn.yieldToEventLoop();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare, turn));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (one: T, other: T) => number,
  turn: Slice,
): Promise<T[]> {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    const [one, other] = [left[l] as T, right[r] as T];
    if (compare(one, other) <= 0) {
      merged.push(one);
      l += 1;
    } else {
      merged.push(other);
      r += 1;
    }
    if (merged.length % runLength === 0) {
      await turn.yieldToEventLoop();
    }
  }
  return merged.concat(left.slice(l), right.slice(r));
}

/** Lets others run when this piece has taken its time. */
export class Slice {
  private endsAt = performance.now() + sliceMs;

  async yieldToEventLoop(): Promise<void> {
    if (performance.now() >= this.endsAt) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.endsAt = performance.now() + sliceMs;
    }
  }
}
