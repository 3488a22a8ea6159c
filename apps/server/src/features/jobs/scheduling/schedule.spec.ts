import { describe, expect, it } from '@jest/globals';
import type { JobNetwork } from '@clusterdesk/contracts';
import fc from 'fast-check';
import {
  canHold,
  isEnough,
  needOn,
  type Capacity,
  type Grant,
  type Held,
  type NodeCapacity,
  type Resources,
  type WaitingJob,
} from './capacity.js';
import { Plan } from './plan.js';
import { schedule, suspectAfter, type PlannedStart } from './schedule.js';

const plan = (waiting: readonly WaitingJob[], capacity: Capacity): PlannedStart[] =>
  schedule(waiting, new Plan(capacity));
const gib = 1024 ** 3;
/** With a GiB for each CPU. */
const node = (nodeId: string, cpus: number): NodeCapacity => ({
  nodeId,
  cpus,
  memoryBytes: cpus * gib,
  memoryEachBytes: null,
  isOnProbation: false,
  networks: ['none', 'outside'],
  takesProjectFiles: true,
});
const job = (id: string, cpus: number, more: Partial<WaitingJob> = {}): WaitingJob => ({
  id,
  queueId: 'q',
  userId: null,
  cpus,
  memoryBytes: null,
  limitMs: 10,
  excludedNodes: [],
  network: 'outside',
  project: null,
  ...more,
});
const held = (nodeId: string, cpus: number, endsInMs = 100, queueId = 'q'): Held => ({
  nodeId,
  queueId,
  userId: null,
  cpus,
  memoryBytes: null,
  project: null,
  endsInMs,
});
/** Queue `q` may use all of these nodes. */
const all = (nodes: NodeCapacity[], ...used: Held[]): Capacity => ({
  nodes,
  grants: nodes.map(({ nodeId, cpus }) => ({ queueId: 'q', nodeId, cpus })),
  held: used,
});

describe('schedule', () => {
  it('starts jobs in their order while there is room', () => {
    const waiting = [job('1', 2), job('2', 2), job('3', 1)];
    expect(plan(waiting, all([node('a', 4)]))).toEqual([
      { jobId: '1', nodeId: 'a' },
      { jobId: '2', nodeId: 'a' },
    ]);
  });

  it('lets a small job pass a large one that waits only if it ends before that can start', () => {
    const capacity = all([node('a', 4)], held('a', 2, 30));
    const passing = (limitMs: number) =>
      plan([job('large', 4), job('s', 1, { limitMs })], capacity);
    expect(passing(31)).toEqual([]);
    expect(passing(30)).toEqual([{ jobId: 's', nodeId: 'a' }]);
  });

  it('keeps one node for a large job, the one that is free first, and leaves the others to small ones', () => {
    // Ten nodes of 64 CPUs, each with a job on one CPU: 630 CPUs are free, and no node is.
    const nodes = Array.from({ length: 10 }, (_, index) => node(`n${index}`, 64));
    const used = nodes.map(({ nodeId }, index) => held(nodeId, 1, 100 - index));
    const small = Array.from({ length: 700 }, (_, index) =>
      job(`s${index}`, 1, { limitMs: 1_000 }),
    );
    const starts = plan([job('large', 64), ...small], all(nodes, ...used));
    expect(starts).toHaveLength(9 * 63);
    expect(starts.some(({ nodeId }) => nodeId === 'n9')).toBe(false);
  });

  it('lets a later job use what a large one leaves of its node', () => {
    const capacity = all([node('a', 8)], held('a', 6, 30));
    const waiting = [job('large', 6), job('beside', 2, { limitMs: 1_000 })];
    expect(plan(waiting, capacity)).toEqual([{ jobId: 'beside', nodeId: 'a' }]);
  });

  it('fills the fullest node that fits, so that large jobs find room', () => {
    const capacity = all([node('empty', 8), node('nearly-full', 8)], held('nearly-full', 7));
    expect(plan([job('1', 1)], capacity)).toEqual([{ jobId: '1', nodeId: 'nearly-full' }]);
  });

  it('counts what other queues use of a node', () => {
    const capacity: Capacity = {
      nodes: [node('a', 4)],
      grants: [
        { queueId: 'q', nodeId: 'a', cpus: 4 },
        { queueId: 'other', nodeId: 'a', cpus: 4 },
      ],
      held: [held('a', 3, 100, 'other')],
    };
    expect(plan([job('1', 2)], capacity)).toEqual([]);
  });

  it('does not let another queue take what a waiting job needs, but lets it have the rest', () => {
    const grants: Grant[] = [
      { queueId: 'q', nodeId: 'a', cpus: 4 },
      { queueId: 'other', nodeId: 'a', cpus: 8 },
    ];
    const capacity = { nodes: [node('a', 8)], grants, held: [held('a', 3)] };
    const long = { queueId: 'other', limitMs: 1_000 };
    // 8 CPUs less the 4 that are reserved.
    expect(plan([job('head', 4), job('too-much', 5, long)], capacity)).toEqual([]);
    expect(plan([job('head', 4), job('fits', 4, long)], capacity)).toEqual([
      { jobId: 'fits', nodeId: 'a' },
    ]);
  });

  it('gives a node on probation one job, and one that it refused only when there is no other', () => {
    const capacity = all([{ ...node('a', 4), isOnProbation: true }]);
    const refused = job('1', 1, { excludedNodes: ['a'] });
    expect(plan([refused, job('2', 1), job('3', 1)], capacity)).toEqual([
      { jobId: '2', nodeId: 'a' },
    ]);
    expect(plan([refused], capacity)).toEqual([{ jobId: '1', nodeId: 'a' }]);
  });

  it('keeps no node for a job that tries the one on probation instead', () => {
    const onProbation: NodeCapacity = {
      ...node('b', 3),
      isOnProbation: true,
      networks: ['outside'],
      takesProjectFiles: true,
    };
    const waiting = [
      job('1', 3, { excludedNodes: ['b'] }),
      job('2', 1, { network: 'none', limitMs: 1_000 }),
    ];
    expect(plan(waiting, all([node('a', 3), onProbation], held('a', 1)))).toEqual([
      { jobId: '1', nodeId: 'b' },
      { jobId: '2', nodeId: 'a' },
    ]);
  });

  it('lets a job that many nodes refused neither start on a healthy node nor hold up others', () => {
    const suspect = job('1', 4, {
      excludedNodes: Array.from({ length: suspectAfter }, (_, index) => `bad-${index}`),
    });
    expect(plan([suspect, job('2', 1)], all([node('a', 4)]))).toEqual([
      { jobId: '2', nodeId: 'a' },
    ]);
  });

  it('keeps memory as it keeps CPUs: what a job asks for, else its share', () => {
    const capacity = all([node('a', 4)]);
    const asking = (memoryBytes: number) => job('1', 1, { memoryBytes: memoryBytes * gib });
    // Three shares of a GiB are left beside it, or one.
    const others = [job('2', 1), job('3', 1), job('4', 1)];
    expect(plan([asking(1), ...others], capacity)).toHaveLength(4);
    expect(plan([asking(3), ...others], capacity)).toHaveLength(2);
    expect(plan([asking(5), ...others], capacity)).toHaveLength(3);
  });

  it('keeps for one that asks for no memory what its node lets it have', () => {
    const generous = { ...node('a', 4), memoryEachBytes: 2 * gib };
    expect(plan([job('1', 1), job('2', 1), job('3', 1)], all([generous]))).toHaveLength(2);
  });

  it('starts a job only where its network is, and keeps no other node for it', () => {
    const closed: NodeCapacity = { ...node('closed', 4), networks: ['none'] };
    const waiting = [job('1', 2), job('2', 2, { network: 'none' })];
    expect(plan(waiting, all([closed]))).toEqual([{ jobId: '2', nodeId: 'closed' }]);
    expect(plan(waiting, all([closed, node('open', 4)]))).toEqual([
      { jobId: '1', nodeId: 'open' },
      { jobId: '2', nodeId: 'open' },
    ]);
  });
});

const nodeIds = ['n0', 'n1', 'n2', 'n3'];
const queueIds = ['q0', 'q1', 'q2'];

const networks: fc.Arbitrary<JobNetwork[]> = fc.subarray(['none', 'outside']);
const limitMs = fc.integer({ min: 1, max: 30 });
const gigabytes = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((count) => count * gib);
/** Most jobs ask for none. */
const memoryBytes = fc.oneof(fc.constant(null), fc.constant(null), gigabytes(1, 12));

interface Case {
  waiting: WaitingJob[];
  capacity: Capacity;
}

/** What is free for a queue on a node at a moment, while these are held. */
function freeAt(
  { nodes, grants, held: used }: Capacity,
  { queueId }: WaitingJob,
  nodeId: string,
  moment = 0,
): Resources {
  const place = nodes.find((one) => one.nodeId === nodeId);
  const there = used.filter((one) => one.nodeId === nodeId && one.endsInMs > moment);
  const sum = (of: readonly Held[]): number => of.reduce((total, { cpus }) => total + cpus, 0);
  const granted = grants.find((one) => one.queueId === queueId && one.nodeId === nodeId)?.cpus ?? 0;
  const bytes = there.map((one) => (place ? needOn(place, one).memoryBytes : 0));
  return {
    cpus: Math.min(
      (place?.cpus ?? 0) - sum(there),
      granted - sum(there.filter((one) => one.queueId === queueId)),
    ),
    memoryBytes: (place?.memoryBytes ?? 0) - bytes.reduce((total, one) => total + one, 0),
  };
}

/** When a job can start on a healthy node by the time limits of all that is held, looked for moment by moment. */
function earliestOn(capacity: Capacity, job: WaitingJob, place: NodeCapacity): number {
  const { nodeId, isOnProbation } = place;
  if (isOnProbation || job.excludedNodes.includes(nodeId) || !canHold(place, job)) {
    return Infinity;
  }
  const moments = [0, ...capacity.held.map(({ endsInMs }) => endsInMs)].sort((a, b) => a - b);
  const need = needOn(place, job);
  return (
    moments.find((moment) => isEnough(freeAt(capacity, job, nodeId, moment), need)) ?? Infinity
  );
}

const earliest = (capacity: Capacity, job: WaitingJob): number =>
  Math.min(...capacity.nodes.map((one) => earliestOn(capacity, job, one)));

/** With what these starts hold besides. */
function withStarts({ capacity, waiting }: Case, starts: readonly PlannedStart[]): Capacity {
  const started = starts.map(({ jobId, nodeId }) => {
    const started = waiting.find(({ id }) => id === jobId)!;
    return { ...started, nodeId, endsInMs: started.limitMs };
  });
  return { ...capacity, held: [...capacity.held, ...started] };
}

/** Starts one more job in its place when there is room for it. */
function addHeld(capacity: Capacity, one: Held): Capacity {
  const place = capacity.nodes.find(({ nodeId }) => nodeId === one.nodeId);
  const asking = { ...job('', one.cpus), queueId: one.queueId ?? '' };
  const fits = place && isEnough(freeAt(capacity, asking, one.nodeId), needOn(place, one));
  return fits ? { ...capacity, held: [...capacity.held, one] } : capacity;
}

/** Queues over shared nodes with running jobs that no rule is broken by, and jobs that wait. */
const casesOf = (queues: readonly string[]): fc.Arbitrary<Case> =>
  fc
    .record({
      nodes: fc.array(
        fc.record({
          cpus: fc.integer({ min: 1, max: 12 }),
          memoryBytes: gigabytes(1, 16),
          memoryEachBytes: fc.oneof(fc.constant(null), gigabytes(1, 4)),
          isOnProbation: fc.boolean(),
          networks,
          takesProjectFiles: fc.boolean(),
        }),
        { minLength: 1, maxLength: nodeIds.length },
      ),
      grants: fc.uniqueArray(
        fc.record({
          queueId: fc.constantFrom(...queues),
          nodeId: fc.constantFrom(...nodeIds),
          cpus: fc.integer({ min: 1, max: 14 }),
        }),
        { selector: ({ queueId, nodeId }) => `${queueId}/${nodeId}`, maxLength: 12 },
      ),
      running: fc.array(
        fc.record({
          grant: fc.nat(),
          cpus: fc.integer({ min: 1, max: 6 }),
          memoryBytes,
          endsInMs: limitMs,
        }),
        { maxLength: 12 },
      ),
      waiting: fc.array(
        fc.record({
          queueId: fc.constantFrom(...queues),
          cpus: fc.integer({ min: 1, max: 8 }),
          memoryBytes,
          limitMs,
          excludedNodes: fc.uniqueArray(fc.constantFrom(...nodeIds), { maxLength: 2 }),
          network: fc.constantFrom<JobNetwork>('none', 'outside'),
          project: fc.constantFrom(null, { id: 'p', isSealed: false }),
        }),
        { maxLength: 25 },
      ),
    })
    .map(({ nodes, grants, running, waiting }) => {
      let capacity: Capacity = {
        nodes: nodes.map((one, index) => ({ ...one, nodeId: nodeIds[index]! })),
        grants,
        held: [],
      };
      for (const { grant: index, ...one } of running) {
        const grant = grants[index % Math.max(1, grants.length)];
        if (grant) {
          const { queueId, nodeId } = grant;
          capacity = addHeld(capacity, { ...one, nodeId, queueId, userId: null, project: null });
        }
      }
      return {
        capacity,
        waiting: waiting.map((one, index) => ({ ...job(String(index), 0), ...one })),
      };
    });
const cases = casesOf(queueIds);

/** The first waiting job that is no suspect and can start at some time, of each queue; in their order. */
function headsOf({ waiting, capacity }: Case, starts: readonly PlannedStart[]): WaitingJob[] {
  const isStarted = new Set(starts.map(({ jobId }) => jobId));
  const heads = new Map<string, WaitingJob>();
  for (const one of waiting.filter(({ id }) => !isStarted.has(id))) {
    if (!heads.has(one.queueId) && earliest({ ...capacity, held: [] }, one) < Infinity) {
      heads.set(one.queueId, one);
    }
  }
  return [...heads.values()];
}

describe('a plan of any queues, nodes and jobs', () => {
  it('never gives out more than a node has or a queue grants, and starts a job once', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const starts = plan(one.waiting, one.capacity);
        expect(new Set(starts.map(({ jobId }) => jobId)).size).toBe(starts.length);
        const after = withStarts(one, starts);
        for (const { jobId, nodeId } of starts) {
          const started = one.waiting.find(({ id }) => id === jobId)!;
          const place = one.capacity.nodes.find((candidate) => candidate.nodeId === nodeId)!;
          expect(place.networks).toContain(started.network);
          expect(place.takesProjectFiles || started.project === null).toBe(true);
          const free = freeAt(after, started, nodeId);
          expect(Math.min(free.cpus, free.memoryBytes)).toBeGreaterThanOrEqual(0);
          if (place.isOnProbation) {
            expect(starts.filter((start) => start.nodeId === nodeId)).toHaveLength(1);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never puts the first waiting job off beyond the start that the time limits give', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const starts = plan(one.waiting, one.capacity);
        const [first] = headsOf(one, starts);
        if (first) {
          const earlier = starts.filter(({ jobId }) => Number(jobId) < Number(first.id));
          const promised = earliest(withStarts(one, earlier), first);
          expect(earliest(withStarts(one, starts), first)).toBeLessThanOrEqual(promised);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('leaves no job of a queue waiting that could start without putting off its first one', () => {
    fc.assert(
      fc.property(casesOf(['q0']), (one) => {
        const starts = plan(one.waiting, one.capacity);
        const isStarted = new Set(starts.map(({ jobId }) => jobId));
        const after = withStarts(one, starts);
        const [head] = headsOf(one, starts);
        for (const left of one.waiting.filter(({ id }) => !isStarted.has(id))) {
          for (const place of one.capacity.nodes) {
            if (earliestOn(after, left, place) === 0) {
              const more = { ...left, nodeId: place.nodeId, endsInMs: left.limitMs };
              const delayed = { ...after, held: [...after.held, more] };
              expect([undefined, left.id]).not.toContain(head?.id);
              expect(earliestOn(delayed, head!, place)).toBeGreaterThan(
                earliestOn(after, head!, place),
              );
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is the same each time', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const mixed: Capacity = {
          nodes: [...one.capacity.nodes].reverse(),
          grants: [...one.capacity.grants].reverse(),
          held: [...one.capacity.held].reverse(),
        };
        expect(plan(one.waiting, mixed)).toEqual(plan(one.waiting, one.capacity));
      }),
    );
  });
});
