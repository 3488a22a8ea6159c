import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isEnough,
  needOn,
  type Capacity,
  type Grant,
  type NodeCapacity,
  type Resources,
  type WaitingJob,
} from './capacity.js';
import { Plan } from './plan.js';
import { schedule, type PlannedStart } from './schedule.js';

const plan = (waiting: readonly WaitingJob[], capacity: Capacity): PlannedStart[] =>
  schedule(waiting, new Plan(capacity));
/** A job of the simulation; how long it takes is known to nobody who plans. */
interface SimJob extends WaitingJob {
  arrivesAt: number;
  takesMs: number;
  /** When its owner cancels it, and how long its node takes to confirm that: it may run until then. */
  cancel: { at: number; confirmMs: number } | null;
}

interface Running {
  job: SimJob;
  nodeId: string;
  startedAt: number;
  /** Until when it runs, whatever was asked of it. */
  endsAt: number;
}

interface World {
  nodes: NodeCapacity[];
  grants: Grant[];
  jobs: SimJob[];
  /** `isDeletion`: with the grants of its queues, and what ran there; it is added again later, as if it were new. */
  losses: { nodeId: string; at: number; backAt: number; isDeletion: boolean }[];
}

const nodeIds = ['n0', 'n1'];
const queueIds = ['q0', 'q1'];
const moment = fc.integer({ min: 0, max: 20 });
const gib = 1024 ** 3;
const gibs = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((count) => count * gib);

const worlds: fc.Arbitrary<World> = fc
  .record({
    hosts: fc.tuple(
      ...nodeIds.map(() =>
        fc.record({ cpus: fc.integer({ min: 4, max: 8 }), memoryBytes: gibs(3, 10) }),
      ),
    ),
    grants: fc.uniqueArray(
      fc.record({
        queueId: fc.constantFrom(...queueIds),
        nodeId: fc.constantFrom(...nodeIds),
        cpus: fc.integer({ min: 4, max: 8 }),
      }),
      { selector: ({ queueId, nodeId }) => `${queueId}/${nodeId}`, minLength: 1, maxLength: 4 },
    ),
    jobs: fc.array(
      fc.record({
        queueId: fc.constantFrom(...queueIds),
        // Many small ones that would pass, and some that need nearly all of a node.
        cpus: fc.oneof(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 4, max: 8 })),
        memoryBytes: fc.oneof(fc.constant(null), fc.constant(null), gibs(1, 8)),
        cancel: fc.oneof(
          fc.constant(null),
          fc.constant(null),
          fc.record({ at: fc.integer({ min: 1, max: 30 }), confirmMs: fc.nat({ max: 10 }) }),
        ),
        limitMs: fc.integer({ min: 1, max: 25 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        arrivesAt: moment,
      }),
      { minLength: 10, maxLength: 25 },
    ),
    losses: fc.array(
      fc.record({
        nodeId: fc.constantFrom(...nodeIds),
        at: moment,
        lastsMs: fc.integer({ min: 1, max: 20 }),
        isDeletion: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ hosts, grants, jobs, losses }) => ({
    nodes: nodeIds.map((nodeId, index) => ({
      ...{ nodeId, ...hosts[index]!, memoryEachBytes: null },
      ...{ isOnProbation: false, networks: ['outside'], takesProjectFiles: true },
    })),
    grants,
    jobs: jobs
      .sort((a, b) => a.arrivesAt - b.arrivesAt)
      .map(({ share, ...job }, index) => ({
        ...job,
        userId: null,
        id: String(index),
        takesMs: Math.max(1, Math.round(share * job.limitMs)),
        excludedNodes: [],
        network: 'outside' as const,
        project: null,
      })),
    losses: losses.map(({ lastsMs, ...loss }) => ({ ...loss, backAt: loss.at + lastsMs })),
  }));

/** Runs a world event by event, and looks at each plan that is made on the way. */
class Simulation {
  readonly ended = new Set<string>();
  readonly cancelled = new Set<string>();
  /** Nodes that were lost and have started nothing since. */
  private readonly onProbation = new Set<string>();
  private waiting: SimJob[] = [];
  private running: Running[] = [];
  /** The latest start that each job was promised while it was the first that waits. */
  private readonly promises = new Map<string, number>();

  constructor(private readonly world: World) {}

  run(): void {
    const { jobs, losses } = this.world;
    const moments = [
      ...jobs.map((job) => job.arrivesAt),
      ...losses.flatMap((one) => [one.at, one.backAt]),
      ...jobs.map(({ cancel }) => cancel?.at ?? 0),
    ];
    for (let now = 0; now <= Math.max(...moments) || this.running.length > 0; now += 1) {
      this.running = this.running.filter((one) => {
        const isOver = now >= one.endsAt;
        if (isOver && !this.cancelled.has(one.job.id)) {
          this.ended.add(one.job.id);
        }
        return !isOver;
      });
      this.lose(now);
      this.waiting.push(...jobs.filter(({ arrivesAt }) => arrivesAt === now));
      this.cancel(now);
      this.plan(now);
    }
  }

  /** One that waits ends at once. One that runs goes on until its node confirms, and holds what it has until then. */
  private cancel(now: number): void {
    const isAsked = ({ cancel }: SimJob): boolean => cancel?.at === now;
    for (const job of this.waiting.filter(isAsked)) {
      this.cancelled.add(job.id);
      // As when any other of its queue is gone: the promise to the next one is made anew.
      this.promises.delete(job.id);
    }
    this.waiting = this.waiting.filter((job) => !isAsked(job));
    for (const one of this.running.filter(({ job }) => isAsked(job))) {
      this.cancelled.add(one.job.id);
      one.endsAt = Math.min(one.endsAt, now + (one.job.cancel?.confirmMs ?? 0));
    }
  }

  /** What ran on a node that is lost waits again, before what came after it; of a deleted node it has ended. */
  private lose(now: number): void {
    for (const { nodeId, isDeletion } of this.world.losses.filter(({ at }) => at === now)) {
      const there = this.running.filter((one) => one.nodeId === nodeId).map(({ job }) => job);
      this.running = this.running.filter((one) => one.nodeId !== nodeId);
      if (isDeletion) {
        this.onProbation.delete(nodeId);
        there.forEach(({ id }) => this.cancelled.add(id));
      } else {
        this.onProbation.add(nodeId);
      }
      this.waiting = [...there.filter(({ id }) => !this.cancelled.has(id)), ...this.waiting].sort(
        (a, b) => Number(a.id) - Number(b.id),
      );
      this.promises.clear();
    }
  }

  private plan(now: number): void {
    const starts = plan(this.waiting, this.capacity(now));
    for (const { jobId, nodeId } of starts) {
      const job = this.waiting.find(({ id }) => id === jobId);
      expect([job?.id, this.isUp(nodeId, now)]).toEqual([jobId, true]);
      this.waiting = this.waiting.filter((one) => one !== job);
      this.running.push({ job: job!, nodeId, startedAt: now, endsAt: now + job!.takesMs });
      expect(now).toBeLessThanOrEqual(this.promises.get(jobId) ?? Infinity);
    }
    this.checkRoom();
    const first = this.waiting.find((job) => this.startOf(job, now) < Infinity);
    if (first) {
      const promised = this.promises.get(first.id) ?? Infinity;
      expect(this.startOf(first, now)).toBeLessThanOrEqual(promised);
      this.promises.set(first.id, Math.min(promised, this.startOf(first, now)));
    }
    for (const nodeId of this.onProbation) {
      const there = starts.filter((start) => start.nodeId === nodeId);
      expect(there.length).toBeLessThanOrEqual(1);
      if (there.length > 0) {
        this.onProbation.delete(nodeId);
      }
    }
  }

  private capacity(now: number): Capacity {
    return {
      nodes: this.world.nodes
        .filter(({ nodeId }) => this.isUp(nodeId, now))
        .map((node) => ({ ...node, isOnProbation: this.onProbation.has(node.nodeId) })),
      // A node that is only away keeps its grants.
      grants: this.world.grants.filter(({ nodeId }) => !this.isDeleted(nodeId, now)),
      held: this.running.map(({ nodeId, startedAt, job }) => {
        // One that passes its limit, which a cancelled one may, ends in a moment.
        return { ...job, nodeId, endsInMs: Math.max(1, startedAt + job.limitMs - now) };
      }),
    };
  }

  private isUp(nodeId: string, now: number): boolean {
    return !this.world.losses.some(
      (one) => one.nodeId === nodeId && one.at <= now && now < one.backAt,
    );
  }

  private isDeleted(nodeId: string, now: number): boolean {
    return this.world.losses.some(
      (one) => one.isDeletion && one.nodeId === nodeId && one.at <= now && now < one.backAt,
    );
  }

  private checkRoom(): void {
    for (const { nodeId } of this.running) {
      for (const queueId of queueIds) {
        const free = this.freeFor(queueId, nodeId, -1);
        const isUsed = this.running.some(
          (one) => one.nodeId === nodeId && one.job.queueId === queueId,
        );
        expect(isUsed ? Math.min(free.cpus, free.memoryBytes) : 0).toBeGreaterThanOrEqual(0);
      }
    }
  }

  /** When a job can start at the latest, by the time limits of what runs on the healthy nodes that are there. */
  private startOf(job: SimJob, now: number): number {
    const ends = this.running.map((one) => one.startedAt + one.job.limitMs);
    const moments = [now, ...ends].filter((at) => at >= now).sort((a, b) => a - b);
    const up = this.world.nodes.filter(
      ({ nodeId }) => this.isUp(nodeId, now) && !this.onProbation.has(nodeId),
    );
    return (
      moments.find((at) =>
        up.some((node) => isEnough(this.freeFor(job.queueId, node.nodeId, at), needOn(node, job))),
      ) ?? Infinity
    );
  }

  /** What is free for a queue on a node when only what may run beyond a moment is left. */
  private freeFor(queueId: string, nodeId: string, at: number): Resources {
    const node = this.world.nodes.find((one) => one.nodeId === nodeId)!;
    const there = this.running.filter(
      (one) => one.nodeId === nodeId && one.startedAt + one.job.limitMs > at,
    );
    const sum = (of: readonly Running[]): number => of.reduce((all, one) => all + one.job.cpus, 0);
    const grant = this.world.grants.find((one) => one.queueId === queueId && one.nodeId === nodeId);
    const bytes = there.map(({ job }) => needOn(node, job).memoryBytes);
    return {
      cpus: Math.min(
        node.cpus - sum(there),
        (grant?.cpus ?? 0) - sum(there.filter((one) => one.job.queueId === queueId)),
      ),
      memoryBytes: node.memoryBytes - bytes.reduce((all, one) => all + one, 0),
    };
  }
}

describe('plans over time', () => {
  it('lose no job, give out no more than there is, and keep what they promised the first one', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const simulation = new Simulation(world);
        simulation.run();
        const isRunnable = (job: SimJob): boolean =>
          world.grants.some(({ queueId, nodeId, cpus }) => {
            const node = world.nodes.find((one) => one.nodeId === nodeId)!;
            const most = { cpus: Math.min(cpus, node.cpus), memoryBytes: node.memoryBytes };
            return queueId === job.queueId && isEnough(most, needOn(node, job));
          });
        const expected = world.jobs.filter(
          (job) => isRunnable(job) && !simulation.cancelled.has(job.id),
        );
        expect([...simulation.ended].sort()).toEqual(expected.map(({ id }) => id).sort());
      }),
      { numRuns: 100 },
    );
  });
});
