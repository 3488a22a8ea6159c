import { monitorLevels, monitorStep, type MonitorStep } from '@clusterdesk/contracts';

/** What is read for a range: averages of a level or samples (null), the distance of points, and the range in whole steps. */
export interface SeriesPlan extends MonitorStep {
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
}

/**
 * The coarsest level that is fine enough; samples only where they are still kept. Calls within one step have the same plan.
 * @param rawSince the oldest samples that are kept, milliseconds since the epoch
 * @param hosts how many are shown together
 */
export function planSeries(
  range: { from: number; to: number },
  rawSince: number,
  hosts = 1,
): SeriesPlan {
  const wanted = monitorStep(range.to - range.from, hosts);
  const [finest] = monitorLevels;
  const { level, stepMs } =
    wanted.level === null && range.from < rawSince
      ? { level: finest, stepMs: Math.ceil(wanted.stepMs / (finest * 1_000)) * finest * 1_000 }
      : wanted;
  const from = Math.floor(range.from / stepMs) * stepMs;
  return { level, stepMs, from, to: Math.ceil(range.to / stepMs) * stepMs };
}
