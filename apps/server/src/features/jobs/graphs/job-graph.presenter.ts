import type { JobGraphRow, JobStatus } from '@clusterdesk/contracts';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { endStatusOf } from '../life/job-end.js';
import type { StoredGraph, StoredStep } from './job-graph.repository.js';

type Counts = Partial<Record<JobStatus, number>>;

/** How far a graph is, by how many of its steps have each status. */
export function graphStatusOf(counts: Counts): JobStatus {
  const { PENDING: waiting = 0, RUNNING: running = 0, ...ended } = counts;
  if (waiting + running === 0) {
    return endStatusOf(ended);
  }
  const hasBegun = running > 0 || Object.values(ended).some((count) => count > 0);
  return hasBegun ? 'RUNNING' : 'PENDING';
}

/** @param steps the graph's own */
export function toGraphRow(
  { graphId, graphName, userName, createdAt }: StoredGraph,
  steps: readonly StoredStep[],
  timeZone: string,
): JobGraphRow {
  const counts: Counts = {};
  for (const { status } of steps) {
    if (status !== null) {
      counts[status] = (counts[status] ?? 0) + 1;
    }
  }
  return {
    graphId,
    graphName,
    loginName: userName,
    createTime: wireTime(createdAt, timeZone),
    status: graphStatusOf(counts),
    counts,
    stepCount: steps.length,
  };
}
