import { limits } from './limits.js';

/** Lengths, in seconds, of the averages of every host's load that are kept beside the samples, finest first. */
export const monitorLevels = [60, 900] as const;
export type MonitorLevel = (typeof monitorLevels)[number];

/** How a range of time is shown: from averages of a level, or from the samples when it is null; and how far apart points are. */
export interface MonitorStep {
  level: MonitorLevel | null;
  stepMs: number;
}

/**
 * The coarsest level that is still as fine as the points of a range may be, and the step between them: whole intervals of the
 * level. Points stand at multiples of the step, so a range has one more of them than fit into it.
 * @param hosts how many are shown together: their cards are small, and their points one answer
 */
export function monitorStep(rangeMs: number, hosts = 1): MonitorStep {
  const share = Math.floor(limits.monitorPointsOfAll / Math.max(hosts, 1));
  const points = Math.min(limits.monitorMaxPoints, Math.max(limits.monitorLeastPoints, share));
  const wantedMs = Math.max(limits.agentReportMs, rangeMs / (points - 1));
  const level = monitorLevels.findLast((seconds) => seconds * 1_000 <= wantedMs) ?? null;
  const grainMs = level === null ? limits.agentReportMs : level * 1_000;
  return { level, stepMs: Math.ceil(wantedMs / grainMs) * grainMs };
}
