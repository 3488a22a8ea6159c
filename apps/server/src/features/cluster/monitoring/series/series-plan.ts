import { monitorLevels, monitorStep, type MonitorLevel } from '@clusterdesk/contracts';
import type { RolledUp } from '../roll-up.repository.js';

/** A part of a range and what is read for it: averages of a level, or samples (null). */
export interface SeriesPart {
  level: MonitorLevel | null;
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
}

/** What is read for a range, and how far apart its points are. */
export interface SeriesPlan {
  stepMs: number;
  parts: SeriesPart[];
}

/**
 * The coarsest level that is fine enough, as far as it is averaged; what is newer from finer ones, and the last minutes from
 * samples. @param rawSince the oldest samples that are kept, milliseconds since the epoch
 * @param hosts how many are asked for at once
 */
export function planSeries(
  range: { from: number; to: number },
  rolledUp: RolledUp,
  rawSince: number,
  hosts = 1,
): SeriesPlan {
  const wanted = monitorStep(range.to - range.from, hosts);
  const finest = monitorLevels[0];
  const { level, stepMs } =
    wanted.level === null && range.from < rawSince
      ? { level: finest, stepMs: Math.ceil(wanted.stepMs / (finest * 1_000)) * finest * 1_000 }
      : wanted;
  // Whole steps: calls within the same step are equal.
  const from = Math.floor(range.from / stepMs) * stepMs;
  const end = Math.ceil(range.to / stepMs) * stepMs;
  const parts: SeriesPart[] = [];
  let at = from;
  const coarsestFirst = monitorLevels.filter((one) => level !== null && one <= level).toReversed();
  for (const one of coarsestFirst) {
    const to = Math.min(end, rolledUp.get(one) ?? 0);
    if (to > at) {
      parts.push({ level: one, from: at, to });
      at = to;
    }
  }
  if (at < end || parts.length === 0) {
    parts.push({ level: null, from: at, to: end });
  }
  return { stepMs, parts };
}
