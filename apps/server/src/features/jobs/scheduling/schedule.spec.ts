import { describe, expect, it } from '@jest/globals';
import type { JobNetwork } from '@clusterdesk/contracts';
import fc from 'fast-check';
import {
  schedule,
  suspectAfter,
  type Capacity,
  type Grant,
  type NodeCapacity,
  type PlannedStart,
  type WaitingJob,
} from './schedule.js';

const node = (nodeId: string, cpus: number, usedCpus = 0): NodeCapacity => ({
  nodeId,
  cpus,
  usedCpus,
  isOnProbation: false,
  networks: ['none', 'outside'],
});
const job = (id: string, cpus: number, more: Partial<WaitingJob> = {}): WaitingJob => ({
  id,
  queueId: 'q',
  cpus,
  excludedNodes: [],
  network: 'outside',
  ...more,
});
/** Queue `q` may use all of these nodes. */
const all = (...nodes: NodeCapacity[]): Capacity => ({
  nodes,
  grants: nodes.map(({ nodeId, cpus, usedCpus }) => ({ queueId: 'q', nodeId, cpus, usedCpus })),
});

describe('schedule', () => {
  it('starts jobs in their order while there is room', () => {
    const waiting = [job('1', 2), job('2', 2), job('3', 1)];
    expect(schedule(waiting, all(node('a', 4)))).toEqual([
      { jobId: '1', nodeId: 'a' },
      { jobId: '2', nodeId: 'a' },
    ]);
  });

  it('does not let a small job pass a large one that waits for the same node', () => {
    expect(schedule([job('large', 4), job('small', 1)], all(node('a', 4, 2)))).toEqual([]);
  });

  it('lets a small job pass on a node the large one could never use', () => {
    const waiting = [job('large', 8), job('small', 1)];
    expect(schedule(waiting, all(node('big', 8, 1), node('little', 2)))).toEqual([
      { jobId: 'small', nodeId: 'little' },
    ]);
  });

  it('fills the fullest node that fits, so that large jobs find room', () => {
    expect(schedule([job('1', 1)], all(node('empty', 8), node('nearly-full', 8, 7)))).toEqual([
      { jobId: '1', nodeId: 'nearly-full' },
    ]);
  });

  it('counts what other queues use of a node', () => {
    const capacity: Capacity = {
      nodes: [node('a', 4, 3)],
      grants: [
        { queueId: 'q', nodeId: 'a', cpus: 4, usedCpus: 0 },
        { queueId: 'other', nodeId: 'a', cpus: 4, usedCpus: 3 },
      ],
    };
    expect(schedule([job('1', 2)], capacity)).toEqual([]);
  });

  it('does not let another queue take what a waiting job needs, but lets it have the rest', () => {
    const grants: Grant[] = [
      { queueId: 'q', nodeId: 'a', cpus: 4, usedCpus: 3 },
      { queueId: 'other', nodeId: 'a', cpus: 8, usedCpus: 0 },
    ];
    const waiting = [
      job('head', 4),
      job('too-much', 5, { queueId: 'other' }),
      job('fits', 3, { queueId: 'other' }),
    ];
    // 8 CPUs less the grant of 4: 4 are left. `too-much` waits too, and its queue keeps the node then.
    expect(schedule(waiting, { nodes: [node('a', 8, 3)], grants })).toEqual([]);
    const [head, , fits] = waiting;
    expect(schedule([head!, fits!], { nodes: [node('a', 8, 3)], grants })).toEqual([
      { jobId: 'fits', nodeId: 'a' },
    ]);
  });

  it('gives a node on probation one job, and one that it refused only when there is no other', () => {
    const capacity = all({ ...node('a', 4), isOnProbation: true });
    const refused = job('1', 1, { excludedNodes: ['a'] });
    expect(schedule([refused, job('2', 1), job('3', 1)], capacity)).toEqual([
      { jobId: '2', nodeId: 'a' },
    ]);
    expect(schedule([refused], capacity)).toEqual([{ jobId: '1', nodeId: 'a' }]);
  });

  it('keeps no node for a job that tries the one on probation instead', () => {
    const capacity = all(node('a', 3, 1), {
      ...node('b', 3),
      isOnProbation: true,
      networks: ['outside'],
    });
    const waiting = [job('1', 3, { excludedNodes: ['b'] }), job('2', 1, { network: 'none' })];
    expect(schedule(waiting, capacity)).toEqual([
      { jobId: '1', nodeId: 'b' },
      { jobId: '2', nodeId: 'a' },
    ]);
  });

  it('lets a job that many nodes refused neither start on a healthy node nor hold up others', () => {
    const suspect = job('1', 4, {
      excludedNodes: Array.from({ length: suspectAfter }, (_, index) => `bad-${index}`),
    });
    expect(schedule([suspect, job('2', 1)], all(node('a', 4)))).toEqual([
      { jobId: '2', nodeId: 'a' },
    ]);
  });

  it('starts a job only where its network is, and keeps no other node for it', () => {
    const closed: NodeCapacity = { ...node('closed', 4), networks: ['none'] };
    const waiting = [job('1', 2), job('2', 2, { network: 'none' })];
    expect(schedule(waiting, all(closed))).toEqual([{ jobId: '2', nodeId: 'closed' }]);
    expect(schedule(waiting, all(closed, node('open', 4)))).toEqual([
      { jobId: '1', nodeId: 'open' },
      { jobId: '2', nodeId: 'open' },
    ]);
  });
});

const nodeIds = ['n0', 'n1', 'n2', 'n3'];
const queueIds = ['q0', 'q1', 'q2'];

const networks: fc.Arbitrary<JobNetwork[]> = fc.subarray(['none', 'outside']);

interface Case {
  waiting: WaitingJob[];
  capacity: Capacity;
  /** Running jobs, by which the used CPUs came about. */
  running: { queueId: string; nodeId: string; cpus: number }[];
}

/** Queues over shared nodes with running jobs that no rule is broken by, and jobs that wait. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    nodes: fc.array(
      fc.record({ cpus: fc.integer({ min: 1, max: 12 }), isOnProbation: fc.boolean(), networks }),
      { minLength: 1, maxLength: nodeIds.length },
    ),
    grants: fc.uniqueArray(
      fc.record({
        queueId: fc.constantFrom(...queueIds),
        nodeId: fc.constantFrom(...nodeIds),
        cpus: fc.integer({ min: 1, max: 14 }),
      }),
      { selector: ({ queueId, nodeId }) => `${queueId}/${nodeId}`, maxLength: 12 },
    ),
    running: fc.array(fc.record({ grant: fc.nat(), cpus: fc.integer({ min: 1, max: 6 }) }), {
      maxLength: 12,
    }),
    waiting: fc.array(
      fc.record({
        queueId: fc.constantFrom(...queueIds),
        cpus: fc.integer({ min: 1, max: 8 }),
        excludedNodes: fc.uniqueArray(fc.constantFrom(...nodeIds), { maxLength: 2 }),
        network: fc.constantFrom<JobNetwork>('none', 'outside'),
      }),
      { maxLength: 25 },
    ),
  })
  .map(({ nodes, grants, running, waiting }) => {
    const capacity = {
      nodes: nodes.map((one, index) => ({ ...one, nodeId: nodeIds[index]!, usedCpus: 0 })),
      grants: grants.map((grant) => ({ ...grant, usedCpus: 0 })),
    };
    const started: Case['running'] = [];
    for (const { grant: index, cpus } of running) {
      const grant = capacity.grants[index % Math.max(1, capacity.grants.length)];
      const place = capacity.nodes.find(({ nodeId }) => nodeId === grant?.nodeId);
      if (
        grant &&
        place &&
        grant.usedCpus + cpus <= grant.cpus &&
        place.usedCpus + cpus <= place.cpus
      ) {
        grant.usedCpus += cpus;
        place.usedCpus += cpus;
        started.push({ queueId: grant.queueId, nodeId: grant.nodeId, cpus });
      }
    }
    return {
      capacity,
      running: started,
      waiting: waiting.map((one, index) => ({ ...one, id: String(index) })),
    };
  });

/** CPUs free for a queue on a node when these jobs run. */
function freeFor(
  { capacity }: Case,
  running: Case['running'],
  queueId: string,
  nodeId: string,
): number {
  const sum = (matching: Case['running']): number =>
    matching.reduce((total, { cpus }) => total + cpus, 0);
  const there = running.filter((one) => one.nodeId === nodeId);
  const cpus = capacity.nodes.find((one) => one.nodeId === nodeId)?.cpus ?? 0;
  const granted =
    capacity.grants.find((one) => one.queueId === queueId && one.nodeId === nodeId)?.cpus ?? 0;
  return Math.min(cpus - sum(there), granted - sum(there.filter((one) => one.queueId === queueId)));
}

const givesNetwork = ({ capacity }: Case, { network }: WaitingJob, nodeId: string): boolean =>
  capacity.nodes.some((one) => one.nodeId === nodeId && one.networks.includes(network));

const runningOf = ({ waiting }: Case, starts: readonly PlannedStart[]): Case['running'] =>
  starts.map(({ jobId, nodeId }) => {
    const { queueId, cpus } = waiting.find(({ id }) => id === jobId)!;
    return { queueId, nodeId, cpus };
  });

describe('a plan of any queues, nodes and jobs', () => {
  it('never gives out more than a node has or a queue grants, and starts a job once', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const starts = schedule(one.waiting, one.capacity);
        expect(new Set(starts.map(({ jobId }) => jobId)).size).toBe(starts.length);
        for (const { jobId, nodeId } of starts) {
          expect(
            givesNetwork(
              one,
              one.waiting.find(({ id }) => id === jobId)!,
              nodeId,
            ),
          ).toBe(true);
        }
        const running = [...one.running, ...runningOf(one, starts)];
        for (const { queueId, nodeId } of running) {
          expect(freeFor(one, running, queueId, nodeId)).toBeGreaterThanOrEqual(0);
        }
        for (const { nodeId } of one.capacity.nodes.filter(({ isOnProbation }) => isOnProbation)) {
          expect(starts.filter((start) => start.nodeId === nodeId).length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never delays a job by a later one, whichever running jobs end first', () => {
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.boolean()), (one, coin) => {
        const starts = schedule(one.waiting, one.capacity);
        const isStarted = new Set(starts.map(({ jobId }) => jobId));
        for (const head of one.waiting.filter(({ id }) => !isStarted.has(id))) {
          const isEarlier = ({ jobId }: PlannedStart): boolean => Number(jobId) < Number(head.id);
          const before = [...one.running, ...runningOf(one, starts.filter(isEarlier))].filter(
            () => coin.next().value,
          );
          const later = runningOf(
            one,
            starts.filter((start) => !isEarlier(start)),
          );
          for (const { nodeId } of one.capacity.nodes) {
            const canStart = (running: Case['running']): boolean =>
              !head.excludedNodes.includes(nodeId) &&
              givesNetwork(one, head, nodeId) &&
              freeFor(one, running, head.queueId, nodeId) >= head.cpus;
            expect(!canStart(before) || canStart([...before, ...later])).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('leaves no job waiting that could start without delaying an earlier one', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const starts = schedule(one.waiting, one.capacity);
        const isStarted = new Set(starts.map(({ jobId }) => jobId));
        const running = [...one.running, ...runningOf(one, starts)];
        const unstarted = one.waiting.filter(({ id }) => !isStarted.has(id));
        for (const left of unstarted) {
          for (const { nodeId, isOnProbation } of one.capacity.nodes) {
            const isTried = isOnProbation && starts.some((start) => start.nodeId === nodeId);
            const fits =
              givesNetwork(one, left, nodeId) &&
              freeFor(one, running, left.queueId, nodeId) >= left.cpus;
            if (fits && !isTried && (isOnProbation || !left.excludedNodes.includes(nodeId))) {
              const heads = unstarted.filter(
                ({ id }) => id !== left.id && (isOnProbation || Number(id) < Number(left.id)),
              );
              expect(isKept({ ...one, waiting: heads }, running, left, nodeId)).toBe(true);
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
        const mixed = {
          nodes: [...one.capacity.nodes].reverse(),
          grants: [...one.capacity.grants].reverse(),
        };
        expect(schedule(one.waiting, mixed)).toEqual(schedule(one.waiting, one.capacity));
      }),
    );
  });
});

/** Whether one of the waiting jobs keeps the node, so that the start of `job` there could delay it. */
function isKept(one: Case, running: Case['running'], job: WaitingJob, nodeId: string): boolean {
  const cpusOf = (queueId: string): number =>
    Math.min(
      one.capacity.nodes.find((place) => place.nodeId === nodeId)?.cpus ?? 0,
      one.capacity.grants.find((grant) => grant.queueId === queueId && grant.nodeId === nodeId)
        ?.cpus ?? 0,
    );
  const total = one.capacity.nodes.find((place) => place.nodeId === nodeId)?.cpus ?? 0;
  return one.waiting.some((head) => {
    const isHead =
      !head.excludedNodes.includes(nodeId) &&
      givesNetwork(one, head, nodeId) &&
      cpusOf(head.queueId) >= head.cpus;
    const ofOthers = running
      .filter((other) => other.nodeId === nodeId && other.queueId !== head.queueId)
      .reduce((sum, { cpus }) => sum + cpus, 0);
    return (
      isHead && (head.queueId === job.queueId || cpusOf(head.queueId) + ofOthers + job.cpus > total)
    );
  });
}
