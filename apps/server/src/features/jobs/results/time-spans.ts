import type { ChangedEntry } from '../../../platform/file-space/listing/changed-entries.js';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';

/** While a job ran, ms since the epoch, with room for clocks that differ. */
export interface Span {
  from: number;
  to: number;
}

const contains = ({ from, to }: Span, moment: Date): boolean =>
  moment.getTime() >= from && moment.getTime() <= to;

/** Whether an entry was made or changed last while a job ran. */
export function belongingTo(span: Span, { modifiedAt, madeAt }: ChangedEntry): boolean {
  return contains(span, modifiedAt) || contains(span, madeAt);
}

/**
 * The topmost entries that were made while one of these jobs ran and none of another user: what is in them came with them.
 * @param others null: it is not known when
 * @returns their paths
 */
export function topmostNew(
  entries: readonly ChangedEntry[],
  spans: readonly Span[],
  others: readonly Span[] | null,
): string[] {
  if (others === null) {
    return [];
  }
  const [mine, theirs] = [joined(spans), joined(others)];
  const made = entries.filter(({ madeAt }) => isWithin(mine, madeAt));
  const folders = new Set(made.filter((one) => one.isDirectory).map(({ path }) => path));
  return made
    .filter(({ madeAt }) => !isWithin(theirs, madeAt))
    .map(({ path }) => path)
    .filter(
      (path) =>
        !ancestorDirs(path)
          .slice(0, -1)
          .some((dir) => folders.has(dir)),
    );
}

/** The same time in as few spans as possible, one after the other. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to);
    } else {
      result.push({ from, to });
    }
  }
  return result;
}

/** Looks by halves: there may be thousands of spans. */
function isWithin(spans: readonly Span[], moment: Date): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? Infinity) < moment.getTime()) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const span = spans[low];
  return span !== undefined && contains(span, moment);
}
