import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  Plan,
  schedule,
  type Capacity,
  type Grant,
  type PlannedStart,
  type WaitingJob,
} from './schedule.js';

const plan = (waiting: readonly WaitingJob[], capacity: Capacity): PlannedStart[] =>
  schedule(waiting, new Plan(capacity));
/** A job of the simulation; how long it takes is known to nobody who plans. */
interface SimJob extends WaitingJob {
  arrivesAt: number;
  takesMs: number;
}

interface Running {
  job: SimJob;
  nodeId: string;
  startedAt: number;
}

interface World {
  nodes: { nodeId: string; cpus: number }[];
  grants: Grant[];
  jobs: SimJob[];
  losses: { nodeId: string; at: number; backAt: number }[];
}

const nodeIds = ['n0', 'n1'];
const queueIds = ['q0', 'q1'];
const moment = fc.integer({ min: 0, max: 20 });

const worlds: fc.Arbitrary<World> = fc
  .record({
    cpus: fc.tuple(...nodeIds.map(() => fc.integer({ min: 4, max: 8 }))),
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
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ cpus, grants, jobs, losses }) => ({
    nodes: nodeIds.map((nodeId, index) => ({ nodeId, cpus: cpus[index]! })),
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
      })),
    losses: losses.map(({ nodeId, at, lastsMs }) => ({ nodeId, at, backAt: at + lastsMs })),
  }));

/** Runs a world event by event, and looks at each plan that is made on the way. */
class Simulation {
  readonly ended = new Set<string>();
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
    ];
    for (let now = 0; now <= Math.max(...moments) || this.running.length > 0; now += 1) {
      this.running = this.running.filter((one) => {
        const isOver = now >= one.startedAt + one.job.takesMs;
        if (isOver) {
          this.ended.add(one.job.id);
        }
        return !isOver;
      });
      this.lose(now);
      this.waiting.push(...jobs.filter(({ arrivesAt }) => arrivesAt === now));
      this.plan(now);
    }
  }

  /** What ran on a node that is lost waits again, before what came after it. */
  private lose(now: number): void {
    const lost = new Set(this.world.losses.filter(({ at }) => at === now).map((one) => one.nodeId));
    if (lost.size > 0) {
      const back = this.running.filter(({ nodeId }) => lost.has(nodeId));
      this.running = this.running.filter((one) => !back.includes(one));
      this.waiting = [...back.map(({ job }) => job), ...this.waiting].sort(
        (a, b) => Number(a.id) - Number(b.id),
      );
      this.promises.clear();
    }
  }

  private plan(now: number): void {
    const starts = plan(this.waiting, this.capacity(now));
    for (const { jobId, nodeId } of starts) {
      const job = this.waiting.find(({ id }) => id === jobId);
      expect(job?.id).toBe(jobId);
      this.waiting = this.waiting.filter((one) => one !== job);
      this.running.push({ job: job!, nodeId, startedAt: now });
      expect(now).toBeLessThanOrEqual(this.promises.get(jobId) ?? Infinity);
    }
    this.checkRoom();
    const first = this.waiting.find((job) => this.startOf(job, now) < Infinity);
    if (first) {
      const promised = this.promises.get(first.id) ?? Infinity;
      expect(this.startOf(first, now)).toBeLessThanOrEqual(promised);
      this.promises.set(first.id, Math.min(promised, this.startOf(first, now)));
    }
  }

  private capacity(now: number): Capacity {
    return {
      nodes: this.world.nodes
        .filter(({ nodeId }) => this.isUp(nodeId, now))
        .map((node) => ({ ...node, isOnProbation: false, networks: ['outside'] })),
      grants: this.world.grants,
      held: this.running.map(({ nodeId, startedAt, job: { queueId, cpus, limitMs } }) => {
        return { nodeId, queueId, userId: null, cpus, endsInMs: startedAt + limitMs - now };
      }),
    };
  }

  private isUp(nodeId: string, now: number): boolean {
    return !this.world.losses.some(
      (one) => one.nodeId === nodeId && one.at <= now && now < one.backAt,
    );
  }

  private checkRoom(): void {
    for (const { job, nodeId } of this.running) {
      expect(this.freeFor(job, nodeId, -1)).toBeGreaterThanOrEqual(0);
    }
  }

  /** When a job can start at the latest, by the time limits of what runs on the nodes that are there. */
  private startOf(job: SimJob, now: number): number {
    const ends = this.running.map((one) => one.startedAt + one.job.limitMs);
    const moments = [now, ...ends].sort((a, b) => a - b);
    const up = this.world.nodes.filter(({ nodeId }) => this.isUp(nodeId, now));
    return (
      moments.find((at) => up.some(({ nodeId }) => this.freeFor(job, nodeId, at) >= job.cpus)) ??
      Infinity
    );
  }

  /** CPUs free for the job's queue on a node when only what may run beyond a moment is left. */
  private freeFor({ queueId }: SimJob, nodeId: string, at: number): number {
    const there = this.running.filter(
      (one) => one.nodeId === nodeId && one.startedAt + one.job.limitMs > at,
    );
    const sum = (of: readonly Running[]): number => of.reduce((all, one) => all + one.job.cpus, 0);
    const cpus = this.world.nodes.find((one) => one.nodeId === nodeId)!.cpus;
    const grant = this.world.grants.find((one) => one.queueId === queueId && one.nodeId === nodeId);
    return Math.min(
      cpus - sum(there),
      (grant?.cpus ?? 0) - sum(there.filter((one) => one.job.queueId === queueId)),
    );
  }
}

describe('plans over time', () => {
  it('lose no job, give out no more than there is, and keep what they promised the first one', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const simulation = new Simulation(world);
        simulation.run();
        const mostOf = (queueId: string): number =>
          Math.max(
            0,
            ...world.grants
              .filter((one) => one.queueId === queueId)
              .map(({ nodeId, cpus }) =>
                Math.min(cpus, world.nodes.find((one) => one.nodeId === nodeId)!.cpus),
              ),
          );
        const runnable = world.jobs.filter(({ queueId, cpus }) => cpus <= mostOf(queueId));
        expect([...simulation.ended].sort()).toEqual(runnable.map(({ id }) => id).sort());
      }),
      { numRuns: 150 },
    );
  });
});
