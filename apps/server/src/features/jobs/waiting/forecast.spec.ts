import { describe, expect, it } from '@jest/globals';
import type { Capacity, NodeCapacity } from '../scheduling/capacity.js';
import { fairOrder } from '../scheduling/fair-order.js';
import { Plan } from '../scheduling/plan.js';
import { schedule } from '../scheduling/schedule.js';
import { forecastStarts, likelyMs, type ForecastJob, type RunningJob } from './forecast.js';

const gib = 1024 ** 3;
const node = (nodeId: string, cpus: number): NodeCapacity => ({
  ...{ nodeId, cpus, memoryBytes: cpus * gib, memoryEachBytes: null },
  ...{ isOnProbation: false, networks: ['outside'], takesProjectFiles: true },
});
const job = (id: string, cpus: number, more: Partial<ForecastJob> = {}): ForecastJob => ({
  ...{ id, queueId: 'q', userId: 'ann', cpus, memoryBytes: null, limitMs: 100 },
  ...{
    excludedNodes: [],
    network: 'outside',
    project: null,
    past: { alike: [], ofQueue: [] },
  },
  ...more,
});
const capacity = (...nodes: NodeCapacity[]): Capacity => ({
  nodes,
  grants: nodes.map(({ nodeId, cpus }) => ({ queueId: 'q', nodeId, cpus })),
  held: [],
});
const running = (cpus: number, ranMs: number, more: Partial<ForecastJob> = {}): RunningJob => ({
  ...job('r', cpus, more),
  ...{ nodeId: 'a', ranMs },
});

/** When one is said to start; null: it cannot be told. */
function forecastStart(jobId: string, ...given: Parameters<typeof forecastStarts>): number | null {
  for (const { atMs, jobIds } of forecastStarts(...given)) {
    if (jobIds.includes(jobId)) {
      return atMs;
    }
  }
  return null;
}

describe('how long a job is likely to run', () => {
  it('is the middle of what such jobs took, of those that took longer than it has', () => {
    const past = { alike: [10, 30, 20, 80], ofQueue: [1] };
    expect(likelyMs({ past, limitMs: 100 })).toBe(30);
    expect(likelyMs({ past, limitMs: 100 }, 25)).toBe(80);
    expect(likelyMs({ past, limitMs: 25 })).toBe(25);
  });

  it('is half way to its limit when it outlasts them all, and its limit when nothing is known', () => {
    expect(likelyMs({ past: { alike: [1, 2, 3], ofQueue: [] }, limitMs: 100 }, 40)).toBe(70);
    expect(likelyMs(job('1', 1))).toBe(100);
  });

  it('goes by its queue where too few like it have run', () => {
    const past = { alike: [9, 9], ofQueue: [0.5, 0.2, 0.3] };
    expect(likelyMs({ past, limitMs: 100 })).toBe(30);
  });
});

describe('the forecast of a start', () => {
  const past = { alike: [40, 40, 40], ofQueue: [] };
  const startOf = (one: ForecastJob, ahead: ForecastJob[], runs: RunningJob[]): number | null =>
    forecastStart(one.id, [...ahead, one], runs, capacity(node('a', 4)), 50);

  it('is when what is in the way is likely to end, in the order of the plans', () => {
    const run = running(1, 10, { past });
    expect(startOf(job('1', 4), [], [run])).toBe(30);
    expect(startOf(job('1', 3), [], [run])).toBe(0);
    const ahead = [job('0', 4, { past })];
    expect(startOf(job('1', 1), ahead, [run])).toBe(70);
    // By its limit it ends before the one ahead of it can start by the limit of what runs.
    expect(startOf(job('1', 1, { limitMs: 90 }), ahead, [run])).toBe(0);
  });

  it('counts memory, and is none where no node could ever run it', () => {
    expect(startOf(job('1', 1, { memoryBytes: 4 * gib }), [], [running(1, 60)])).toBe(40);
    expect(startOf(job('1', 1, { memoryBytes: 5 * gib }), [], [running(1, 60)])).toBeNull();
    expect(startOf(job('1', 1, { excludedNodes: ['a'] }), [], [])).toBeNull();
  });
});

/** Draws that are the same for a seed. */
function drawsOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface SimJob extends ForecastJob {
  jobName: string;
  arrivesAt: number;
  takesMs: number;
}

/** Days of a queue with ten users, whose jobs of one name differ by 15 percent and take far less than their limits. Minutes. */
function workload(random: () => number): SimJob[] {
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const programs = Array.from({ length: 20 }, (_, index) => ({
    jobName: `p${index}`,
    userId: `u${index % 10}`,
    cpus: [1, 1, 2, 4, 8][Math.floor(random() * 5)]!,
    usual: 10 * Math.exp(1.2 * Math.abs(normal())),
    slack: 2 + random() * 8,
  }));
  let at = 0;
  return Array.from({ length: 150 }, () => {
    at += -20 * Math.log(1 - random());
    const { usual, slack, ...program } = programs[Math.floor(random() * programs.length)]!;
    const limitMs = Math.ceil(usual * slack);
    // Most come alone; some are a dozen inputs for one program.
    const count = random() < 0.4 ? 1 : 1 + Math.floor(random() * 12);
    return Array.from({ length: count }, (_, index) => {
      const takesMs = Math.min(limitMs, Math.max(1, usual * Math.exp(0.15 * normal())));
      return { ...program, arrivesAt: at + index / 1_000, limitMs, takesMs };
    });
  })
    .flat()
    .map((one, index) => ({ ...job(String(index + 1), 1), ...one }));
}

/** Runs a workload through the scheduler. @returns how wrong each forecast at submission was, as a part of the wait */
function missesOf(seed: number, usesPast: boolean): number[] {
  const jobs = workload(drawsOf(seed));
  const there = capacity(node('a', 16), node('b', 16));
  const past = new Map<string, number[]>();
  const parts: number[] = [];
  const told = new Map<string, number>();
  const misses: number[] = [];
  let waiting: SimJob[] = [];
  let active: { job: SimJob; nodeId: string; startedAt: number }[] = [];
  const withPast = (one: SimJob): SimJob => ({
    ...one,
    past: usesPast
      ? { alike: past.get(one.jobName)?.slice(-20) ?? [], ofQueue: parts.slice(-20) }
      : one.past,
  });
  let [next, now] = [0, 0];
  while (next < jobs.length || active.length > 0) {
    const ends = active.map((one) => one.startedAt + one.job.takesMs);
    now = Math.min(jobs[next]?.arrivesAt ?? Infinity, ...ends);
    for (const { job: one } of active.filter((each) => each.startedAt + each.job.takesMs <= now)) {
      past.set(one.jobName, [...(past.get(one.jobName) ?? []), one.takesMs]);
      parts.push(one.takesMs / one.limitMs);
    }
    active = active.filter((one) => one.startedAt + one.job.takesMs > now);
    const arrived = jobs[next]?.arrivesAt === now ? jobs[next] : undefined;
    if (arrived) {
      waiting.push(arrived);
      next += 1;
    }
    const held = active.map(({ job: one, nodeId, startedAt }) => ({
      ...{ ...one, nodeId },
      endsInMs: startedAt + one.limitMs - now,
    }));
    const inUse = { ...there, held };
    const starts = schedule(fairOrder(waiting, inUse, 50), new Plan(inUse));
    for (const { jobId, nodeId } of starts) {
      const started = waiting.find(({ id }) => id === jobId)!;
      active.push({ job: started, nodeId, startedAt: now });
      const wait = now - started.arrivesAt;
      const said = told.get(jobId);
      // Most programs have run by then: of one that is new nothing is known but its limit.
      if (said !== undefined && Number(jobId) > 300) {
        misses.push(Math.abs(said - now) / wait);
      }
    }
    waiting = waiting.filter(({ id }) => !starts.some(({ jobId }) => jobId === id));
    if (arrived && waiting.includes(arrived)) {
      const runs = active.map((one) => ({
        ...{ ...withPast(one.job), nodeId: one.nodeId },
        ranMs: now - one.startedAt,
      }));
      const startMs = forecastStart(arrived.id, waiting.map(withPast), runs, there, 50);
      told.set(arrived.id, now + (startMs ?? 0));
    }
  }
  return misses;
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

it('is off by less than a fifth of the wait at the median, and far nearer than the time limits alone', () => {
  const misses = [1, 2].flatMap((seed) => missesOf(seed, true));
  expect(misses.length).toBeGreaterThan(300);
  expect(middle(misses)).toBeLessThan(0.2);
  expect(middle(missesOf(1, false))).toBeGreaterThan(5 * middle(misses));
});
