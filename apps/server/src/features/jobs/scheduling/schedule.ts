import type { JobNetwork } from '@clusterdesk/contracts';

/** A job that waits. */
export interface WaitingJob {
  id: string;
  queueId: string;
  /** Null: the owner is gone. */
  userId: string | null;
  cpus: number;
  /** Its time limit, milliseconds. */
  limitMs: number;
  /** Nodes that refused it for a fault of their own. */
  excludedNodes: readonly string[];
  network: JobNetwork;
}

/** A node that takes jobs now. */
export interface NodeCapacity {
  nodeId: string;
  cpus: number;
  /** It had a fault: it gets one job, and more once that has started. */
  isOnProbation: boolean;
  /** The networks that it can give jobs. */
  networks: readonly JobNetwork[];
}

/** What a queue may use of a node. */
export interface Grant {
  queueId: string;
  nodeId: string;
  cpus: number;
}

/** CPUs that a placed job holds, also on a node that takes no jobs now. */
export interface HeldCpus {
  nodeId: string;
  /** Null: its queue was deleted. */
  queueId: string | null;
  /** Null: the owner is gone. */
  userId: string | null;
  cpus: number;
  /** How much longer it may hold them, by its time limit, milliseconds. */
  endsInMs: number;
}

/** Everything that could start something now, and what is in use. */
export interface Capacity {
  nodes: readonly NodeCapacity[];
  grants: readonly Grant[];
  held: readonly HeldCpus[];
}

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

/** CPUs that are, or will be, in use on a node. Times are milliseconds from now. */
interface Use {
  queueId: string | null;
  cpus: number;
  fromMs: number;
  untilMs: number;
}

/** A node with what is in use, and what is reserved, while the plan is made. */
interface PlannedNode extends NodeCapacity {
  startedJobs: number;
  uses: Use[];
  reservations: Use[];
  /** CPUs in use now. */
  usedCpus: number;
}

/** A node as one queue may use it. */
interface Place {
  queueId: string;
  node: PlannedNode;
  /** What the queue may use; never more than the node has. */
  cpus: number;
  /** CPUs in use now by jobs of the queue. */
  usedCpus: number;
}

/** What is in use and what is reserved, while a plan is made. */
export class Plan {
  private readonly places: ReadonlyMap<string, Place[]>;
  private readonly nodes: ReadonlyMap<string, PlannedNode>;
  private readonly hasReserved = new Set<string>();

  constructor({ nodes, grants, held }: Capacity) {
    this.nodes = new Map(
      nodes.map((node) => [
        node.nodeId,
        { ...node, startedJobs: 0, uses: [], reservations: [], usedCpus: 0 },
      ]),
    );
    const places = new Map<string, Place[]>();
    for (const { queueId, nodeId, cpus } of grants) {
      const node = this.nodes.get(nodeId);
      if (node) {
        const ofQueue = places.get(queueId) ?? [];
        ofQueue.push({ queueId, node, cpus: Math.min(cpus, node.cpus), usedCpus: 0 });
        places.set(queueId, ofQueue);
      }
    }
    this.places = places;
    held.forEach((one) => this.hold(one));
  }

  private placesOf(queueId: string): readonly Place[] {
    return this.places.get(queueId) ?? [];
  }

  /** The unused CPUs on nodes that take jobs now, whichever queues may use them. */
  countFreeCpus(): number {
    const free = [...this.nodes.values()].map(({ cpus, usedCpus }) => Math.max(0, cpus - usedCpus));
    return free.reduce((sum, cpus) => sum + cpus, 0);
  }

  /** The CPUs that a queue could use now on each of its nodes with the network; one on probation takes no more than a probe. */
  freeCpusOf(queueId: string, network: JobNetwork): number[] {
    return this.placesOf(queueId)
      .filter(({ node }) => !node.isOnProbation && node.networks.includes(network))
      .map(freeCpus);
  }

  /** The place for a job now; undefined when it has to wait. Healthy nodes go first. */
  bestPlace(job: WaitingJob, isAllowed: (place: Place) => boolean): Place | undefined {
    let best: Place | undefined;
    for (const place of this.placesOf(job.queueId)) {
      const isFree = !place.node.isOnProbation || place.node.startedJobs === 0;
      if (
        isFree &&
        isAllowed(place) &&
        hasRoom(job, place, 0) &&
        (!best || isBefore(place, best))
      ) {
        best = place;
      }
    }
    return best;
  }

  take({ queueId, userId, cpus, limitMs }: WaitingJob, { node }: Place): void {
    node.startedJobs += 1;
    this.hold({ nodeId: node.nodeId, queueId, userId, cpus, endsInMs: limitMs });
  }

  dropReservations(): void {
    this.hasReserved.clear();
    this.nodes.forEach((node) => (node.reservations = []));
  }

  /** For the first job of its queue: keeps the healthy node on which it can start first. */
  reserve(job: WaitingJob): void {
    if (this.hasReserved.has(job.queueId)) {
      return;
    }
    let first: { place: Place; fromMs: number } | undefined;
    for (const place of this.placesOf(job.queueId)) {
      if (!place.node.isOnProbation && !isExcluded(job, place)) {
        const fromMs = earliestStart(job, place);
        const isSooner = fromMs < (first?.fromMs ?? Infinity);
        if (isSooner || (first && fromMs === first.fromMs && isBefore(place, first.place))) {
          first = { place, fromMs };
        }
      }
    }
    if (first) {
      const { place, fromMs } = first;
      const { queueId, cpus, limitMs } = job;
      place.node.reservations.push({ queueId, cpus, fromMs, untilMs: fromMs + limitMs });
      this.hasReserved.add(queueId);
    }
  }

  private hold({ nodeId, queueId, cpus, endsInMs }: HeldCpus): void {
    const node = this.nodes.get(nodeId);
    if (node) {
      node.uses.push({ queueId, cpus, fromMs: 0, untilMs: endsInMs });
      node.usedCpus += cpus;
      const place = queueId && this.placesOf(queueId).find((one) => one.node === node);
      if (place) {
        place.usedCpus += cpus;
      }
    }
  }
}

/** When a place has room for a job from then on until its time limit, milliseconds from now; Infinity: never. */
function earliestStart(job: WaitingJob, place: Place): number {
  const ends = [...place.node.uses, ...place.node.reservations].map(({ untilMs }) => untilMs);
  const moments = [0, ...ends.sort((a, b) => a - b)];
  return moments.find((moment) => hasRoom(job, place, moment)) ?? Infinity;
}

/** Use only decreases, except where a reservation begins: those are the moments at which the room can be too small. */
function hasRoom(job: WaitingJob, place: Place, fromMs: number): boolean {
  const { node } = place;
  if (job.cpus > place.cpus || !node.networks.includes(job.network)) {
    return false;
  }
  if (fromMs === 0 && freeCpus(place) < job.cpus) {
    return false;
  }
  const untilMs = fromMs + job.limitMs;
  const begins = node.reservations.map((one) => one.fromMs);
  const moments = begins.filter((begin) => begin > fromMs && begin < untilMs);
  return [fromMs, ...moments].every((moment) => freeCpusAt(place, moment) >= job.cpus);
}

function freeCpusAt({ queueId, node, cpus }: Place, moment: number): number {
  let used = 0;
  let usedByQueue = 0;
  for (const uses of [node.uses, node.reservations]) {
    for (const use of uses) {
      if (use.fromMs <= moment && moment < use.untilMs) {
        used += use.cpus;
        usedByQueue += use.queueId === queueId ? use.cpus : 0;
      }
    }
  }
  return Math.min(node.cpus - used, cpus - usedByQueue);
}

/** The CPUs that a queue could use of a node now. */
function freeCpus({ node, cpus, usedCpus }: Place): number {
  return Math.max(0, Math.min(node.cpus - node.usedCpus, cpus - usedCpus));
}

function isBefore(a: Place, b: Place): boolean {
  if (a.node.isOnProbation !== b.node.isOnProbation) {
    return b.node.isOnProbation;
  }
  const difference = freeCpus(a) - freeCpus(b);
  return difference === 0 ? a.node.nodeId < b.node.nodeId : difference < 0;
}

const isNoSuspect = (job: WaitingJob): boolean => job.excludedNodes.length < suspectAfter;

const isExcluded = (job: WaitingJob, place: Place): boolean =>
  job.excludedNodes.includes(place.node.nodeId);
