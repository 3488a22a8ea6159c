import type { WaitingJob } from './capacity.js';
import { isExcluded, type Place, type Plan } from './plan.js';

export interface PlannedStart {
  jobId: string;
  nodeId: string;
}

/** A job that this many nodes refused is given to nodes on probation only: the fault may be the job's. */
export const suspectAfter = 3;

/**
 * Which of the waiting jobs (in the order of `fairOrder`, all queues) start where. First come, first served within a queue, with
 * backfill as Slurm does it: the first job of a queue that cannot start yet reserves the node on which it can start first, by the
 * time limits of what runs there. A later job starts there only if it ends before that or fits beside it. So the first waiting
 * job never starts later than the time limits give, and only jobs that come before it can put it off (contract: Queues and jobs).
 * Of the nodes that fit, the one with the fewest free CPUs is taken, which leaves room for large jobs.
 */
export function schedule(waiting: readonly WaitingJob[], plan: Plan): PlannedStart[] {
  const isPlanned = new Set<string>();
  const starts: PlannedStart[] = [];
  const start = (job: WaitingJob, place: Place): void => {
    plan.take(job, place);
    isPlanned.add(job.id);
    starts.push({ jobId: job.id, nodeId: place.node.nodeId });
  };
  const startInOrder = (): void => {
    plan.dropReservations();
    for (const job of waiting.filter((one) => isNoSuspect(one) && !isPlanned.has(one.id))) {
      const place = plan.bestPlace(job, (candidate) => !isExcluded(job, candidate));
      if (place) {
        start(job, place);
      } else {
        plan.reserve(job);
      }
    }
  };
  // A node that no other job tries is tried by one that it refused before; else its repair would never be noticed.
  const startOnProbation = (): boolean => {
    const before = starts.length;
    for (const job of waiting.filter(({ id }) => !isPlanned.has(id))) {
      const place = plan.bestPlace(job, (candidate) => candidate.node.isOnProbation);
      if (place) {
        start(job, place);
      }
    }
    return starts.length > before;
  };
  startInOrder();
  while (startOnProbation()) {
    // A job that has just started reserves nothing any more.
    startInOrder();
  }
  return starts;
}

const isNoSuspect = (job: WaitingJob): boolean => job.excludedNodes.length < suspectAfter;
