import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { WaitReason } from '../life/wait-reason.js';
import {
  isEnough,
  needOn,
  type Capacity,
  type Held,
  type NodeCapacity,
  type QueueNode,
  type WaitingJob,
} from '../scheduling/capacity.js';
import { fairOrder } from '../scheduling/fair-order.js';
import { freeNow, Plan } from '../scheduling/plan.js';
import { schedule } from '../scheduling/schedule.js';
import { explain } from './explain.js';
import { waitSentences } from './wait-sentences.js';

const gib = 1024 ** 3;
const node = (nodeId: string, cpus: number, more: Partial<NodeCapacity> = {}): NodeCapacity => ({
  ...{ nodeId, cpus, memoryBytes: cpus * gib, memoryEachBytes: null, isOnProbation: false },
  networks: ['none', 'outside'],
  takesProjectFiles: true,
  ...more,
});
const job = (id: string, cpus: number, more: Partial<WaitingJob> = {}): WaitingJob => ({
  ...{ id, queueId: 'q', userId: 'ann', cpus, memoryBytes: null, limitMs: 10 },
  ...{ excludedNodes: [], network: 'outside', project: null },
  ...more,
});
const held = (nodeId: string, cpus: number, more: Partial<Held> = {}): Held => ({
  ...{ nodeId, queueId: 'q', userId: 'ann', cpus, memoryBytes: null, endsInMs: 100 },
  project: null,
  ...more,
});
const named = ({
  nodeId,
  cpus,
  memoryBytes,
  isOnProbation,
  networks,
  takesProjectFiles,
}: NodeCapacity): QueueNode => ({
  ...{ nodeId, name: `host-${nodeId}`, cpus, memoryBytes, networks, isAvailable: true },
  takesProjectFiles,
  drainedReason: isOnProbation ? 'AGENT_FOLDER_UNREACHABLE' : null,
});
const all = (nodes: NodeCapacity[], ...used: Held[]): Capacity => ({
  nodes,
  grants: nodes.map(({ nodeId, cpus }) => ({ queueId: 'q', nodeId, cpus })),
  held: used,
});
const why = (
  one: WaitingJob,
  capacity: Capacity,
  waiting: WaitingJob[] = [one],
  nodes: QueueNode[] = capacity.nodes.map(named),
): WaitReason => explain(one, nodes, { capacity, waiting, sharePercent: 50 });

describe('the reason for which a job waits', () => {
  const full = all([node('a', 4), node('b', 8)], held('a', 2), held('b', 8));

  it('is what is missing on the node that lacks the least', () => {
    expect(why(job('1', 3), full)).toEqual({ code: 'CPUS', missing: 1, node: 'host-a' });
    const memoryBytes = 3 * gib;
    expect(why(job('1', 1, { memoryBytes }), full)).toEqual({
      ...{ code: 'MEMORY', missingMb: 1024, node: 'host-a' },
    });
  });

  it('is that there is no node, or none that is large enough', () => {
    expect(why(job('1', 1), all([]))).toEqual({ code: 'NO_NODE' });
    expect(why(job('1', 9), full)).toEqual({ code: 'TOO_LARGE', cpus: 9, memoryMb: null });
    const large = { code: 'TOO_LARGE', cpus: 1, memoryMb: 9216 };
    expect(why(job('1', 1, { memoryBytes: 9 * gib }), full)).toEqual(large);
  });

  it('is what is wrong with the nodes that are large enough', () => {
    const one = job('1', 6);
    const of = (more: Partial<QueueNode>): WaitReason =>
      why(one, full, [one], [named(node('a', 4)), { ...named(node('b', 8)), ...more }]);
    expect(of({ isAvailable: false })).toEqual({ code: 'NODES_AWAY', nodes: ['host-b'] });
    expect(of({ networks: ['none'] })).toMatchObject({ code: 'NETWORK', nodes: ['host-b'] });
    const inProject = job('1', 6, { project: { id: 'p', isSealed: false } });
    const unable = { ...named(node('b', 8)), takesProjectFiles: false };
    expect(why(inProject, full, [inProject], [named(node('a', 4)), unable])).toEqual({
      ...{ code: 'PROJECTS', nodes: ['host-b'] },
    });
    const fault = 'NODE_CLONED';
    expect(of({ drainedReason: fault })).toEqual({
      ...{ code: 'NODES_DRAINED', nodes: ['host-b'], fault },
    });
    expect(why(job('1', 6, { excludedNodes: ['b'] }), full)).toEqual({
      ...{ code: 'NODES_REFUSED', nodes: ['host-b'] },
    });
  });

  it('is a job of its project that it must not run beside', () => {
    const [open, sealed] = [false, true].map((isSealed) => ({ id: 'p', isSealed }));
    const capacity = all([node('a', 4)], held('a', 1, { project: open }));
    const first = job('1', 1, { project: sealed });
    expect(why(first, capacity, [first])).toEqual({ code: 'SEALED_APART', isSealed: true });
    // It has waited longer than this one, which could run beside what is at work.
    const second = job('2', 1, { project: open });
    expect(why(second, capacity, [first, second])).toEqual({
      ...{ code: 'SEALED_APART', isSealed: false },
    });
    const elsewhere = job('2', 1, { project: { id: 'other', isSealed: false } });
    expect(why(elsewhere, capacity, [first, elsewhere])).toEqual({ code: 'NOT_PLANNED_YET' });
  });

  it('is a job before it only where something is free and kept for that', () => {
    const capacity = all([node('a', 4)], held('a', 2, { endsInMs: 5 }));
    const [first, second] = [job('1', 4), job('2', 2)];
    expect(why(second, capacity, [first, second])).toEqual({
      code: 'OTHERS_FIRST',
      node: 'host-a',
    });
    expect(why(first, capacity, [first, second])).toMatchObject({ code: 'CPUS', missing: 2 });
    // One that ends before it passes.
    const short = job('2', 2, { limitMs: 5 });
    expect(why(short, capacity, [first, short])).toEqual({ code: 'NOT_PLANNED_YET' });
  });

  it('is the share of its owner while others wait', () => {
    const capacity = all([node('a', 4)], held('a', 2), held('a', 2, { userId: 'bob' }));
    const [mine, others] = [job('1', 1), job('2', 4, { userId: 'bob' }), job('3', 1)];
    const carls = job('3', 1, { userId: 'carl' });
    expect(why(mine, capacity, [mine, others!])).toMatchObject({ code: 'CPUS' });
    expect(why(mine, capacity, [mine, carls])).toEqual({ code: 'SHARE', percent: 50 });
    expect(why(carls, capacity, [mine, carls])).toMatchObject({ code: 'CPUS' });
  });

  it('is that of the job before it of its kind, which stands for it', () => {
    expect(why(job('9', 3), full, [job('1', 3)])).toMatchObject({ code: 'CPUS', missing: 1 });
  });
});

const nodeIds = ['a', 'b', 'c'];
const cases = fc.record({
  nodes: fc.array(
    fc.record({
      cpus: fc.integer({ min: 1, max: 8 }),
      memory: fc.integer({ min: 1, max: 8 }),
      isOnProbation: fc.boolean(),
      used: fc.array(fc.record({ cpus: fc.integer({ min: 1, max: 4 }), endsInMs: fc.nat(30) }), {
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  jobs: fc.array(
    fc.record({
      cpus: fc.integer({ min: 1, max: 8 }),
      memoryBytes: fc.oneof(
        fc.constant(null),
        fc.integer({ min: 1, max: 6 }).map((n) => n * gib),
      ),
      userId: fc.constantFrom('ann', 'bob'),
      limitMs: fc.integer({ min: 1, max: 30 }),
      excludedNodes: fc.subarray(nodeIds, { maxLength: 1 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

it('never says that CPUs, memory or others are in the way while a healthy node has room that nothing keeps', () => {
  fc.assert(
    fc.property(cases, ({ nodes, jobs }) => {
      const given = nodes.map(({ cpus, memory, isOnProbation }, index) =>
        node(nodeIds[index]!, cpus, { memoryBytes: memory * gib, isOnProbation }),
      );
      let capacity = all(given);
      for (const [index, { used }] of nodes.entries()) {
        for (const one of used) {
          const more = held(nodeIds[index]!, one.cpus, { endsInMs: 1 + one.endsInMs });
          const place = new Plan(capacity).placesOf('q')[index]!;
          if (isEnough(freeNow(place), needOn(place.node, more))) {
            capacity = { ...capacity, held: [...capacity.held, more] };
          }
        }
      }
      let waiting = jobs.map((one, index) => job(String(index + 1), one.cpus, one));
      // As plans leave it: what could start has started. Who has more at work than before goes behind others, so that one plan may
      // start what the plan before did not.
      for (;;) {
        const starts = schedule(fairOrder(waiting, capacity, 50), new Plan(capacity));
        if (starts.length === 0) {
          break;
        }
        const started = starts.map(({ jobId, nodeId }) => {
          const one = waiting.find(({ id }) => id === jobId)!;
          return { ...one, nodeId, endsInMs: one.limitMs };
        });
        waiting = waiting.filter(({ id }) => !starts.some(({ jobId }) => jobId === id));
        capacity = { ...capacity, held: [...capacity.held, ...started] };
      }
      const after = new Plan(capacity);
      for (const one of waiting) {
        const reason = why(one, capacity, waiting);
        const roomy = after
          .placesOf('q')
          .filter(
            (place) =>
              !place.node.isOnProbation &&
              !one.excludedNodes.includes(place.node.nodeId) &&
              isEnough(freeNow(place), needOn(place.node, one)),
          );
        if (['CPUS', 'MEMORY'].includes(reason.code)) {
          expect(roomy).toEqual([]);
        }
        if (reason.code === 'OTHERS_FIRST') {
          // On each of them something runs and another job waits for its end; an idle one would be taken.
          expect(roomy.length).toBeGreaterThan(0);
          expect(roomy.every(({ node: there }) => there.used.cpus > 0)).toBe(true);
          expect(waiting.some(({ id }) => id !== one.id)).toBe(true);
        }
        if (reason.code === 'SHARE') {
          expect(waiting.some(({ userId }) => userId !== one.userId)).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});

it('has words in both languages, and somebody or nobody who can change it', () => {
  const reasons: WaitReason[] = [
    { code: 'CPUS', missing: 3, node: 'n1' },
    { code: 'MEMORY', missingMb: 1536, node: 'n1' },
    { code: 'NODES_AWAY', nodes: ['1', '2', '3', '4', '5', '6'] },
    { code: 'PLATFORM_FAULT', until: new Date(0) },
    { code: 'SLURM', reason: 'SLURM_LIMIT' },
  ];
  const said = reasons.map((reason) => waitSentences(reason, 'Asia/Shanghai'));
  expect(said.map(({ text, changer }) => [text.en, changer])).toEqual([
    ['Waiting for free CPUs: 3 more on node n1.', 'owner'],
    ['Waiting for free memory: 1.5 GiB more on node n1.', 'owner'],
    [
      'Offline, or taking no jobs: node 1, 2, 3, 4, 5, …. The job starts by itself when one is back.',
      'administrator',
    ],
    [
      'The platform cannot prepare the job at the moment and tries again after 1970-01-01 08:00:00.',
      'administrator',
    ],
    [
      'The limit that Slurm has for you or your account is reached; the job starts when others have ended.',
      'nobody',
    ],
  ]);
  // What Slurm says has its advice in its sentence.
  expect(said.map(({ text, advice }) => text.cn !== '' && advice.cn !== '')).toEqual([
    ...Array<boolean>(4).fill(true),
    false,
  ]);
});
