import type { WaitReason } from '../life/wait-reason.js';
import {
  isEnough,
  mayFit,
  mebibyte,
  needOn,
  type Capacity,
  type QueueNode,
  type WaitingJob,
} from '../scheduling/capacity.js';
import { fairOrder } from '../scheduling/fair-order.js';
import { freeNow, Plan, type Place } from '../scheduling/plan.js';
import { schedule, suspectAfter } from '../scheduling/schedule.js';

/** What a plan is made of, read at one moment. */
export interface PlanInput {
  capacity: Capacity;
  /** As a plan lists them, oldest first. */
  waiting: readonly WaitingJob[];
  /** The setting `queueSharePerUser`. */
  sharePercent: number;
}

/**
 * Why a job waits: what a plan of this moment, made by the scheduler's own code, does with it. No reason is a guess: whatever is
 * said to be missing is missing on each node that could run the job.
 * @param nodes all nodes of its queue
 */
export function explain(
  job: WaitingJob,
  nodes: readonly QueueNode[],
  { capacity, waiting, sharePercent }: PlanInput,
): WaitReason {
  const open = findOpenNodes(job, nodes);
  if ('code' in open) {
    return open;
  }
  const plan = new Plan(capacity);
  const ordered = fairOrder(withJob(waiting, job), capacity, sharePercent);
  const starts = new Set(schedule(ordered, plan).map(({ jobId }) => jobId));
  const places = plan.placesOf(job.queueId).filter(({ node }) => open.nodes.has(node.nodeId));
  if (starts.has(job.id) || places.length === 0) {
    return { code: 'NOT_PLANNED_YET' };
  }
  if (job.project && plan.isApart(job)) {
    return { code: 'SEALED_APART', isSealed: job.project.isSealed };
  }
  if (isPutBack(job, ordered, starts)) {
    return { code: 'SHARE', percent: sharePercent };
  }
  return findMissing(job, places, open.nodes);
}

/** The nodes, with their names, that could run the job if they had room; else why there is none. */
function findOpenNodes(
  job: WaitingJob,
  nodes: readonly QueueNode[],
): { nodes: Map<string, string> } | WaitReason {
  const namesOf = (of: readonly QueueNode[]): string[] => of.map(({ name }) => name);
  if (nodes.length === 0) {
    return { code: 'NO_NODE' };
  }
  const fitting = nodes.filter((node) => mayFit(node, job));
  if (fitting.length === 0) {
    const memoryMb = job.memoryBytes && job.memoryBytes / mebibyte;
    return { code: 'TOO_LARGE', cpus: job.cpus, memoryMb };
  }
  const there = fitting.filter(({ isAvailable }) => isAvailable);
  if (there.length === 0) {
    return { code: 'NODES_AWAY', nodes: namesOf(fitting) };
  }
  const reached = there.filter(({ networks }) => networks.includes(job.network));
  if (reached.length === 0) {
    return { code: 'NETWORK', network: job.network, nodes: namesOf(there) };
  }
  const able = job.project ? reached.filter(({ takesProjectFiles }) => takesProjectFiles) : reached;
  if (able.length === 0) {
    return { code: 'PROJECTS', nodes: namesOf(reached) };
  }
  const healthy = able.filter(({ drainedReason }) => drainedReason === null);
  const [fault] = able.flatMap(({ drainedReason }) => drainedReason ?? []);
  if (healthy.length === 0 && fault !== undefined) {
    return { code: 'NODES_DRAINED', nodes: namesOf(able), fault };
  }
  const refused = healthy.filter(({ nodeId }) => job.excludedNodes.includes(nodeId));
  if (refused.length === healthy.length || job.excludedNodes.length >= suspectAfter) {
    const those = nodes.filter(({ nodeId }) => job.excludedNodes.includes(nodeId));
    return { code: 'NODES_REFUSED', nodes: namesOf(those) };
  }
  const left = healthy.filter((node) => !refused.includes(node));
  return { nodes: new Map(left.map(({ nodeId, name }) => [nodeId, name])) };
}

/** With the job among them; those of its kind that came before it may stand for it. */
function withJob(waiting: readonly WaitingJob[], job: WaitingJob): WaitingJob[] {
  const others = waiting.filter(({ id }) => id !== job.id);
  const behind = others.findIndex(({ id }) => BigInt(id) > BigInt(job.id));
  return others.toSpliced(behind === -1 ? others.length : behind, 0, job);
}

/** Whether a job that came after this one goes before it, of another user, and waits as well. */
function isPutBack(
  job: WaitingJob,
  ordered: readonly WaitingJob[],
  starts: ReadonlySet<string>,
): boolean {
  return ordered
    .slice(0, ordered.indexOf(job))
    .some(
      ({ id, queueId, userId }) =>
        BigInt(id) > BigInt(job.id) &&
        queueId === job.queueId &&
        userId !== job.userId &&
        !starts.has(id),
    );
}

function findMissing(
  job: WaitingJob,
  places: readonly Place[],
  names: ReadonlyMap<string, string>,
): WaitReason {
  const lacks = places
    .map((place) => {
      const [free, need] = [freeNow(place), needOn(place.node, job)];
      return {
        node: names.get(place.node.nodeId) ?? '',
        cpus: Math.max(0, need.cpus - free.cpus),
        bytes: Math.max(0, need.memoryBytes - free.memoryBytes),
        isEnough: isEnough(free, need),
      };
    })
    .sort((a, b) => a.cpus - b.cpus || a.bytes - b.bytes);
  const kept = lacks.find((lack) => lack.isEnough);
  if (kept) {
    return { code: 'OTHERS_FIRST', node: kept.node };
  }
  const [least] = lacks;
  return least && least.cpus === 0
    ? { code: 'MEMORY', missingMb: Math.ceil(least.bytes / mebibyte), node: least.node }
    : { code: 'CPUS', missing: least?.cpus ?? job.cpus, node: least?.node ?? '' };
}
