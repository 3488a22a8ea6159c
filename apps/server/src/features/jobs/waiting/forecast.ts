import type { Capacity, WaitingJob } from '../scheduling/capacity.js';
import { fairOrder } from '../scheduling/fair-order.js';
import { Plan } from '../scheduling/plan.js';
import { schedule } from '../scheduling/schedule.js';

/** A forecast makes so many plans at most, one after the other in time; of a start behind them it says nothing. */
const mostPlans = 150;
/** Ends that lie closer together than this part of the time from now on count as one, which bounds the plans. */
const blur = 0.02;

/** With fewer runs of like jobs the runs of the whole queue tell more. */
const leastRuns = 3;

/** How long jobs took that are like a job. */
export interface PastRuns {
  /** The last runs of its owner under its name, milliseconds. */
  alike: readonly number[];
  /** The last runs of its queue, as parts of their time limits. */
  ofQueue: readonly number[];
}

/** A job whose end or start is forecast. */
export interface ForecastJob extends WaitingJob {
  past: PastRuns;
}

/** One that runs, or is about to. */
export interface RunningJob extends Omit<ForecastJob, 'queueId'> {
  queueId: string | null;
  nodeId: string;
  /** For how long it has run, milliseconds. */
  ranMs: number;
}

/**
 * How long a job is likely to run in all: the median of those runs that took longer than this one has taken already. One that has outlasted
 * all of them is expected half way to its limit; without any run it takes its limit.
 */
export function likelyMs(
  { past, limitMs }: Pick<ForecastJob, 'past' | 'limitMs'>,
  ranMs = 0,
): number {
  const { alike, ofQueue } = past;
  const runs = alike.length >= leastRuns ? alike : ofQueue.map((part) => part * limitMs);
  const longer = runs.filter((took) => took > ranMs).sort((a, b) => a - b);
  const middle = longer[Math.floor(longer.length / 2)];
  const fallback = runs.length === 0 ? limitMs : (ranMs + limitMs) / 2;
  return Math.max(ranMs, Math.min(middle ?? fallback, limitMs));
}

/** A running job while time goes on in a forecast. */
interface Active {
  job: WaitingJob | RunningJob;
  nodeId: string;
  /** By its time limit, and by what is likely; milliseconds from now. */
  endsByLimit: number;
  endsLikely: number;
}

/** The jobs that one plan of a forecast starts, and when: milliseconds from now. */
export interface ForecastStarts {
  atMs: number;
  jobIds: string[];
}

/**
 * When jobs are likely to start: the scheduler's own plans, one after the other, while running jobs end when such jobs do. Each step is one
 * plan, so that the caller can let others have the processor in between. Of a job that is in none it cannot be told: no node that takes
 * jobs now could run it, or its turn is too far ahead.
 * @param waiting the waiting jobs, oldest first
 */
export function* forecastStarts(
  waiting: readonly ForecastJob[],
  running: readonly RunningJob[],
  { nodes, grants }: Pick<Capacity, 'nodes' | 'grants'>,
  sharePercent: number,
): Generator<ForecastStarts, void> {
  const jobs = new Map(waiting.map((job) => [job.id, job]));
  let active: Active[] = running.map((job) => ({
    ...{ job, nodeId: job.nodeId, endsByLimit: job.limitMs - job.ranMs },
    endsLikely: likelyMs(job, job.ranMs) - job.ranMs,
  }));
  let now = 0;
  for (let plans = 0; plans < mostPlans && jobs.size > 0 && now < Infinity; plans += 1) {
    const held = active.map(({ job, nodeId, endsByLimit }) => ({
      ...{ ...job, nodeId },
      // As in a plan, one that passes its limit ends in a moment.
      endsInMs: Math.max(1, endsByLimit - now),
    }));
    const capacity = { nodes, grants, held };
    const ordered = fairOrder([...jobs.values()], capacity, sharePercent);
    const starts = schedule(ordered, new Plan(capacity));
    for (const { jobId, nodeId } of starts) {
      const job = jobs.get(jobId);
      if (job) {
        const [endsByLimit, endsLikely] = [now + job.limitMs, now + likelyMs(job)];
        active.push({ job, nodeId, endsByLimit, endsLikely });
        jobs.delete(jobId);
      }
    }
    yield { atMs: now, jobIds: starts.map(({ jobId }) => jobId) };
    now = Math.max(now, Math.min(...active.map(({ endsLikely }) => endsLikely)));
    active = active.filter(({ endsLikely }) => endsLikely > now * (1 + blur));
  }
}
