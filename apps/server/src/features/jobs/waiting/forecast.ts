import {
  needOn,
  type Capacity,
  type NodeCapacity,
  type Resources,
  type WaitingJob,
} from '../scheduling/capacity.js';

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

interface Use extends Resources {
  queueId: string | null;
  fromMs: number;
  untilMs: number;
}

interface Spot {
  node: NodeCapacity;
  /** What the queue may use. */
  cpus: number;
  queueId: string;
  uses: Use[];
}

/**
 * When a job is likely to start, milliseconds from now: each job before it is given the earliest room in turn, for as long as such
 * jobs took. Null when no node that takes jobs now could ever run it.
 * @param ahead the waiting jobs before it, in the order in which they are given places
 */
export function forecastStart(
  job: ForecastJob,
  ahead: readonly ForecastJob[],
  running: readonly RunningJob[],
  { nodes, grants }: Pick<Capacity, 'nodes' | 'grants'>,
): number | null {
  const usesOf = new Map<string, Use[]>();
  const spots: Spot[] = [];
  const healthy = new Map(nodes.flatMap((one) => (one.isOnProbation ? [] : [[one.nodeId, one]])));
  healthy.forEach((_, nodeId) => usesOf.set(nodeId, []));
  for (const { queueId, nodeId, cpus } of grants) {
    const [node, uses] = [healthy.get(nodeId), usesOf.get(nodeId)];
    if (node && uses) {
      spots.push({ node, uses, queueId, cpus: Math.min(cpus, node.cpus) });
    }
  }
  for (const one of running) {
    const node = healthy.get(one.nodeId);
    if (node) {
      // One that passes what is likely ends in a moment.
      const untilMs = Math.max(1, likelyMs(one, one.ranMs) - one.ranMs);
      const { queueId } = one;
      usesOf.get(one.nodeId)?.push({ queueId, ...needOn(node, one), fromMs: 0, untilMs });
    }
  }
  for (const one of ahead) {
    place(one, spots);
  }
  return place(job, spots);
}

/** Gives a job the earliest room. @returns its start; null when there is none */
function place(job: ForecastJob, spots: readonly Spot[]): number | null {
  const likely = likelyMs(job);
  let best: { spot: Spot; need: Resources; fromMs: number } | undefined;
  for (const spot of spots) {
    const { node } = spot;
    const isOpen =
      spot.queueId === job.queueId &&
      node.networks.includes(job.network) &&
      !job.excludedNodes.includes(node.nodeId);
    const need = needOn(node, job);
    const fromMs = isOpen ? earliestRoom(spot, need, likely) : Infinity;
    if (fromMs < (best?.fromMs ?? Infinity)) {
      best = { spot, need, fromMs };
    }
  }
  if (!best) {
    return null;
  }
  const { spot, need, fromMs } = best;
  spot.uses.push({ queueId: job.queueId, ...need, fromMs, untilMs: fromMs + likely });
  return fromMs;
}

/** The first moment from which on there is room for so long; Infinity: never. One pass over the moments at which the use changes. */
function earliestRoom(
  { node, cpus, queueId, uses }: Spot,
  need: Resources,
  lastsMs: number,
): number {
  if (need.cpus > cpus || need.memoryBytes > node.memoryBytes) {
    return Infinity;
  }
  const changes = uses
    .flatMap((use) => [
      { at: use.fromMs, sign: 1, use },
      { at: use.untilMs, sign: -1, use },
    ])
    .sort((a, b) => a.at - b.at || a.sign - b.sign);
  const used = { cpus: 0, ofQueue: 0, memoryBytes: 0 };
  let since: number | null = null;
  for (const [index, { at, sign, use }] of changes.entries()) {
    if (since === null && index === 0 && at > 0) {
      since = 0;
    }
    if (since !== null && at - since >= lastsMs) {
      return since;
    }
    used.cpus += sign * use.cpus;
    used.ofQueue += use.queueId === queueId ? sign * use.cpus : 0;
    used.memoryBytes += sign * use.memoryBytes;
    if (changes[index + 1]?.at !== at) {
      const isRoom =
        Math.min(node.cpus - used.cpus, cpus - used.ofQueue) >= need.cpus &&
        node.memoryBytes - used.memoryBytes >= need.memoryBytes;
      since = isRoom ? (since ?? at) : null;
    }
  }
  return changes.length === 0 ? 0 : (since ?? Infinity);
}
