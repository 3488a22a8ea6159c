import { describe, expect, it } from '@jest/globals';
import { fairOrder } from './fair-order.js';
import type { Capacity, WaitingJob } from './capacity.js';

const capacity: Pick<Capacity, 'nodes' | 'grants'> = {
  nodes: [
    {
      ...{ nodeId: 'n', cpus: 8, memoryBytes: 8, memoryEachBytes: 1 },
      ...{ isOnProbation: false, networks: ['outside'], takesProjectFiles: true },
    },
  ],
  grants: [
    { queueId: 'q', nodeId: 'n', cpus: 4 },
    { queueId: 'other', nodeId: 'n', cpus: 99 },
    { queueId: 'q', nodeId: 'away', cpus: 100 },
  ],
};
const job = (id: string, userId: string, cpus = 1, queueId = 'q'): WaitingJob => ({
  id,
  userId,
  cpus,
  queueId,
  memoryBytes: null,
  limitMs: 1,
  excludedNodes: [],
  network: 'outside',
  project: null,
});
const orderOf = (waiting: WaitingJob[], held: [string, number][] = [], percent = 50): string =>
  fairOrder(
    waiting,
    {
      ...capacity,
      // A user's jobs on two nodes count together.
      held: held
        .flatMap(([userId, cpus]) => [
          { userId, cpus: cpus - 1, nodeId: 'n' },
          { userId, cpus: 1, nodeId: 'away' },
        ])
        .map((one) => ({ ...one, queueId: 'q', memoryBytes: null, project: null, endsInMs: 1 })),
    },
    percent,
  )
    .map(({ id }) => id)
    .join(' ');

describe('the order of waiting jobs', () => {
  const many = ['1', '2', '3', '4'].map((id) => job(`a${id}`, 'ann'));

  it('is that of their arrival for one user, whatever the user holds', () => {
    const mixed = [job('1', 'ann', 3), job('2', 'ann', 4), job('3', 'ann', 1)];
    expect(orderOf(mixed)).toBe('1 2 3');
    expect(orderOf(mixed, [['ann', 4]])).toBe('1 2 3');
  });

  it('puts what is beyond a user’s share behind the jobs of others', () => {
    expect(orderOf([...many, job('b1', 'bob')])).toBe('a1 a2 b1 a3 a4');
    expect(orderOf([...many, job('b1', 'bob')], [['ann', 2]])).toBe('b1 a1 a2 a3 a4');
    expect(orderOf([...many, job('b1', 'bob')], [['ann', 2]], 75)).toBe('a1 b1 a2 a3 a4');
    expect(orderOf([...many, job('b1', 'bob')], [['ann', 4]], 100)).toBe('a1 a2 a3 a4 b1');
  });

  it('puts the first job of a user who holds nothing behind nobody, however large', () => {
    expect(orderOf([...many, job('b1', 'bob', 4)], [['ann', 2]])).toBe('b1 a1 a2 a3 a4');
  });

  it('lets no small job pass a large one of the same user', () => {
    const waiting = [job('a1', 'ann', 3), job('a2', 'ann', 1), job('b1', 'bob')];
    expect(orderOf(waiting, [['ann', 1]])).toBe('b1 a1 a2');
  });

  it('counts memory as CPUs, whichever is more of all there is', () => {
    const half = { ...job('a2', 'ann'), memoryBytes: 4 };
    expect(orderOf([job('a1', 'ann'), half, job('b1', 'bob')])).toBe('a1 a2 b1');
    const more = { ...half, memoryBytes: 5 };
    expect(orderOf([job('a1', 'ann'), more, job('a3', 'ann'), job('b1', 'bob')])).toBe(
      'a1 b1 a2 a3',
    );
    // The first, who holds nothing, is not put back.
    expect(orderOf([more, job('b1', 'bob')])).toBe('a2 b1');
    expect(orderOf([more, { ...half, id: 'a3' }, job('b1', 'bob')])).toBe('a2 b1 a3');
  });

  it('counts of a placed job that asked for no memory what its node lets it have', () => {
    const needy = { ...job('a1', 'ann'), memoryBytes: 4 };
    const placed = { ...job('a0', 'ann'), nodeId: 'n', endsInMs: 1 };
    const orderWith = (memoryBytes: number | null): string[] =>
      fairOrder(
        [needy, job('b1', 'bob')],
        { ...capacity, held: [{ ...placed, memoryBytes }] },
        50,
      ).map(({ id }) => id);
    expect(orderWith(0)).toEqual(['a1', 'b1']);
    expect(orderWith(null)).toEqual(['b1', 'a1']);
  });

  it('counts no memory where a queue has none that is known', () => {
    const needy = { ...job('a2', 'ann'), memoryBytes: 400 };
    const unknown = { ...capacity, nodes: [{ ...capacity.nodes[0]!, memoryBytes: 0 }], held: [] };
    const waiting = [job('a1', 'ann'), needy, job('b1', 'bob')];
    expect(fairOrder(waiting, unknown, 50).map(({ id }) => id)).toEqual(['a1', 'a2', 'b1']);
  });

  it('counts each queue by itself', () => {
    const waiting = [job('a1', 'ann', 5, 'other'), job('a2', 'ann', 1), job('b1', 'bob')];
    expect(orderOf(waiting, [['ann', 2]])).toBe('a1 b1 a2');
  });
});
