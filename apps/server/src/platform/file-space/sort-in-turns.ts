/** How long the event loop may wait for a piece of the sorting. */
const TURN_MS = 5;
/** A run of this length is sorted in about a millisecond, with comparisons that know languages. */
const RUN = 512;

/** A sorted copy; stable. The event loop gets a turn every few milliseconds, however many items there are. */
export async function sortInTurns<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<T[]> {
  const turn = new Turn();
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    runs.push(items.slice(start, start + RUN).sort(compare));
    await turn.rest();
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
  turn: Turn,
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
    if (merged.length % RUN === 0) {
      await turn.rest();
    }
  }
  return merged.concat(left.slice(l), right.slice(r));
}

/** Lets others run when this piece has taken its time. */
export class Turn {
  private endsAt = performance.now() + TURN_MS;

  async rest(): Promise<void> {
    if (performance.now() >= this.endsAt) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.endsAt = performance.now() + TURN_MS;
    }
  }
}
