import type { JobNetwork } from '@clusterdesk/contracts';
import {
  canHold,
  isEnough,
  needOn,
  type Capacity,
  type Held,
  type NodeCapacity,
  type Resources,
  type WaitingJob,
} from './capacity.js';
import { ProjectUses } from './project-uses.js';

/** What is, or will be, in use on a node. Times are milliseconds from now. */
interface Use extends Resources {
  queueId: string | null;
  fromMs: number;
  untilMs: number;
}

/** A node with what is in use, and what is reserved, while the plan is made. */
interface PlannedNode extends NodeCapacity {
  startedJobs: number;
  uses: Use[];
  reservations: Use[];
  /** In use now. */
  used: Resources;
}

/** A node as one queue may use it. */
export interface Place {
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
  private readonly projects = new ProjectUses();
  private readonly hasReserved = new Set<string>();

  constructor({ nodes, grants, held }: Capacity) {
    this.nodes = new Map(
      nodes.map((node) => [
        node.nodeId,
        {
          ...node,
          startedJobs: 0,
          uses: [],
          reservations: [],
          used: { cpus: 0, memoryBytes: 0 },
        },
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

  placesOf(queueId: string): readonly Place[] {
    return this.places.get(queueId) ?? [];
  }

  /** The unused CPUs on nodes that take jobs now, whichever queues may use them. */
  countFreeCpus(): number {
    const free = [...this.nodes.values()].map(({ cpus, used }) => Math.max(0, cpus - used.cpus));
    return free.reduce((sum, cpus) => sum + cpus, 0);
  }

  /** The CPUs that a queue could use now on each of its nodes with the network; one on probation takes no more than a probe. */
  freeCpusOf(queueId: string, network: JobNetwork): number[] {
    return this.placesOf(queueId)
      .filter(({ node }) => !node.isOnProbation && node.networks.includes(network))
      .map((place) => freeNow(place).cpus);
  }

  /** The place for a job now; undefined when it has to wait. Healthy nodes go first. */
  bestPlace(job: WaitingJob, isAllowed: (place: Place) => boolean): Place | undefined {
    if (this.isApart(job)) {
      return undefined;
    }
    let best: Place | undefined;
    for (const place of this.placesOf(job.queueId)) {
      const { node } = place;
      // Most nodes are full while jobs wait: this is asked first because it costs least.
      const isFree = node.cpus - node.used.cpus >= job.cpus;
      if (
        isFree &&
        (!node.isOnProbation || node.startedJobs === 0) &&
        isAllowed(place) &&
        hasRoom(job, place, 0) &&
        (!best || isBefore(place, best))
      ) {
        best = place;
      }
    }
    return best;
  }

  /** Whether a job has to wait for jobs in its project that it must not run beside. */
  isApart({ project }: WaitingJob): boolean {
    return this.projects.isApart(project);
  }

  take(job: WaitingJob, { node }: Place): void {
    node.startedJobs += 1;
    this.hold({ ...job, nodeId: node.nodeId, endsInMs: job.limitMs });
  }

  dropReservations(): void {
    this.hasReserved.clear();
    this.projects.dropKept();
    this.nodes.forEach((node) => (node.reservations = []));
  }

  /** For the first job of its queue: keeps the healthy node on which it can start first, or its project when that is what it waits for. */
  reserve(job: WaitingJob): void {
    if (job.project && this.isApart(job)) {
      // CPUs would be kept in vain: when those of the other kind end cannot be told.
      this.projects.keep(job.project);
      return;
    }
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
      const { queueId, limitMs } = job;
      const need = needOn(place.node, job);
      place.node.reservations.push({ queueId, ...need, fromMs, untilMs: fromMs + limitMs });
      this.hasReserved.add(queueId);
    }
  }

  private hold({ nodeId, queueId, endsInMs, ...job }: Held): void {
    this.projects.add(job.project);
    const node = this.nodes.get(nodeId);
    if (node) {
      const { cpus, memoryBytes } = needOn(node, job);
      node.uses.push({ queueId, cpus, memoryBytes, fromMs: 0, untilMs: endsInMs });
      node.used.cpus += cpus;
      node.used.memoryBytes += memoryBytes;
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

/** Whether a place ever has room for a job: when nothing is in use there. */
export function isLargeEnough(job: WaitingJob, { node, cpus }: Place): boolean {
  return isEnough({ cpus, memoryBytes: node.memoryBytes }, needOn(node, job));
}

/** Use only decreases, except where a reservation begins: those are the moments at which the room can be too small. */
function hasRoom(job: WaitingJob, place: Place, fromMs: number): boolean {
  const { node } = place;
  const need = needOn(node, job);
  if (!isLargeEnough(job, place) || !canHold(node, job)) {
    return false;
  }
  if (fromMs === 0 && !isEnough(freeNow(place), need)) {
    return false;
  }
  const untilMs = fromMs + job.limitMs;
  const begins = node.reservations.map((one) => one.fromMs);
  const moments = begins.filter((begin) => begin > fromMs && begin < untilMs);
  return [fromMs, ...moments].every((moment) => isEnough(freeAt(place, moment), need));
}

function freeAt({ queueId, node, cpus }: Place, moment: number): Resources {
  let used = 0;
  let usedByQueue = 0;
  let usedBytes = 0;
  for (const uses of [node.uses, node.reservations]) {
    for (const use of uses) {
      if (use.fromMs <= moment && moment < use.untilMs) {
        used += use.cpus;
        usedByQueue += use.queueId === queueId ? use.cpus : 0;
        usedBytes += use.memoryBytes;
      }
    }
  }
  return {
    cpus: Math.min(node.cpus - used, cpus - usedByQueue),
    memoryBytes: node.memoryBytes - usedBytes,
  };
}

/** What a queue could use of a node now. */
export function freeNow({ node, cpus, usedCpus }: Place): Resources {
  return {
    cpus: Math.max(0, Math.min(node.cpus - node.used.cpus, cpus - usedCpus)),
    memoryBytes: Math.max(0, node.memoryBytes - node.used.memoryBytes),
  };
}

function isBefore(a: Place, b: Place): boolean {
  if (a.node.isOnProbation !== b.node.isOnProbation) {
    return b.node.isOnProbation;
  }
  const difference = freeNow(a).cpus - freeNow(b).cpus;
  return difference === 0 ? a.node.nodeId < b.node.nodeId : difference < 0;
}

/** Whether the node of a place refused the job. */
export const isExcluded = (job: WaitingJob, place: Place): boolean =>
  job.excludedNodes.includes(place.node.nodeId);
