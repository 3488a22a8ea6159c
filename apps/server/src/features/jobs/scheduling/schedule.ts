import type { JobNetwork } from '@clusterdesk/contracts';

/** A job that waits. */
export interface WaitingJob {
  id: string;
  queueId: string;
  cpus: number;
  /** Nodes that refused it by a fault of their own. */
  excludedNodes: readonly string[];
  network: JobNetwork;
}

/** A node that takes jobs now. */
export interface NodeCapacity {
  nodeId: string;
  cpus: number;
  /** By jobs of all queues. */
  usedCpus: number;
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
  /** By jobs of this queue. */
  usedCpus: number;
}

/** Everything that could start something now. */
export interface Capacity {
  nodes: readonly NodeCapacity[];
  grants: readonly Grant[];
}

export interface PlannedStart {
  jobId: string;
  nodeId: string;
}

/** A job that so many nodes refused is given to nodes on probation only: it may be the job. */
export const suspectAfter = 3;

/**
 * Which of the waiting jobs (in the order of `fairOrder`, all queues) start where. First come, first served within a queue: a job that cannot
 * start yet keeps every node that could ever take it. A later job of its queue does not start there; one of another queue
 * does only where the node has, besides the grant of the waiting job's queue, enough CPUs for all others. So no job
 * delays an earlier one (contract: Queues and jobs). Of the nodes that fit, the one with the least room is taken, which
 * leaves room for large jobs.
 */
export function schedule(waiting: readonly WaitingJob[], capacity: Capacity): PlannedStart[] {
  const plan = new Plan(capacity);
  const isPlanned = new Set<string>();
  const starts: PlannedStart[] = [];
  const start = (job: WaitingJob, place: Place): void => {
    plan.take(job, place);
    isPlanned.add(job.id);
    starts.push({ jobId: job.id, nodeId: place.node.nodeId });
  };
  const startInOrder = (): void => {
    plan.release();
    for (const job of waiting.filter((one) => isNoSuspect(one) && !isPlanned.has(one.id))) {
      const place = plan.bestPlace(job, (candidate) => !isExcluded(job, candidate));
      if (place) {
        start(job, place);
      } else {
        plan.keep(job);
      }
    }
  };
  // A node that no other job tries is tried by one that it refused before, or nobody would ever learn that it is mended.
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
    // Who has just started keeps no other node any more.
    startInOrder();
  }
  return starts;
}

/** A node with what is free and promised on it while the plan is made. */
interface PlannedNode extends NodeCapacity {
  startedJobs: number;
  /** Queues with a job that waits for this node. */
  keptFor: Set<string>;
}

interface Place {
  node: PlannedNode;
  grant: Grant;
}

class Plan {
  private readonly nodes: ReadonlyMap<string, PlannedNode>;
  private readonly places = new Map<string, Place[]>();

  constructor(capacity: Capacity) {
    this.nodes = new Map(
      capacity.nodes.map((node) => [node.nodeId, { ...node, startedJobs: 0, keptFor: new Set() }]),
    );
    for (const grant of capacity.grants) {
      const node = this.nodes.get(grant.nodeId);
      if (node) {
        const ofQueue = this.places.get(grant.queueId) ?? [];
        this.places.set(grant.queueId, [
          ...ofQueue,
          // A queue can use no more of a node than there is.
          { node, grant: { ...grant, cpus: Math.min(grant.cpus, node.cpus) } },
        ]);
      }
    }
  }

  /** The place for a job now; undefined when it has to wait. Healthy nodes go first. */
  bestPlace(job: WaitingJob, isAllowed: (place: Place) => boolean): Place | undefined {
    let best: Place | undefined;
    for (const place of this.places.get(job.queueId) ?? []) {
      if (isAllowed(place) && this.mayStart(job, place) && (!best || isBefore(place, best))) {
        best = place;
      }
    }
    return best;
  }

  take(job: WaitingJob, { node, grant }: Place): void {
    node.usedCpus += job.cpus;
    node.startedJobs += 1;
    grant.usedCpus += job.cpus;
  }

  /** Nothing is kept for anybody any more. */
  release(): void {
    this.nodes.forEach(({ keptFor }) => keptFor.clear());
  }

  /** Keeps every node that could ever take the job. */
  keep(job: WaitingJob): void {
    for (const place of this.places.get(job.queueId) ?? []) {
      if (place.grant.cpus >= job.cpus && !isExcluded(job, place) && hasNetwork(job, place)) {
        place.node.keptFor.add(job.queueId);
      }
    }
  }

  private mayStart(job: WaitingJob, place: Place): boolean {
    const { node } = place;
    if (!hasNetwork(job, place) || freeCpus(place) < job.cpus) {
      return false;
    }
    if (node.isOnProbation && node.startedJobs > 0) {
      return false;
    }
    return [...node.keptFor].every(
      (queueId) => queueId !== job.queueId && this.leavesGrant(queueId, node, job.cpus),
    );
  }

  /** Whether the queue can still use its whole grant of the node when another queue takes so many CPUs. */
  private leavesGrant(queueId: string, node: PlannedNode, cpus: number): boolean {
    const kept = this.places.get(queueId)?.find((place) => place.node === node);
    return !kept || kept.grant.cpus + (node.usedCpus - kept.grant.usedCpus) + cpus <= node.cpus;
  }
}

/** The CPUs that a queue could use of a node now. */
export function freeCpus({ node, grant }: { node: NodeCapacity; grant: Grant }): number {
  return Math.min(node.cpus - node.usedCpus, grant.cpus - grant.usedCpus);
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

const hasNetwork = (job: WaitingJob, { node }: Place): boolean =>
  node.networks.includes(job.network);
