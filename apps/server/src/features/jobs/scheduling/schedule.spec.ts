import { describe, expect, it } from '@jest/globals';
import { schedule, type FreeNode } from './schedule.js';

const node = (nodeId: string, grantedCpus: number, usedCpus = 0): FreeNode => ({
  nodeId,
  grantedCpus,
  usedCpus,
});

describe('schedule', () => {
  it('starts jobs in their order while there is room', () => {
    const waiting = [
      { id: '1', cpus: 2 },
      { id: '2', cpus: 2 },
      { id: '3', cpus: 1 },
    ];
    expect(schedule(waiting, [node('a', 4)])).toEqual([
      { jobId: '1', nodeId: 'a' },
      { jobId: '2', nodeId: 'a' },
    ]);
  });

  it('never grants more than the node has free', () => {
    expect(schedule([{ id: '1', cpus: 3 }], [node('a', 4, 2)])).toEqual([]);
  });

  it('does not let a small job pass a large one that waits for the same node', () => {
    const waiting = [
      { id: 'large', cpus: 4 },
      { id: 'small', cpus: 1 },
    ];
    expect(schedule(waiting, [node('a', 4, 2)])).toEqual([]);
  });

  it('lets a small job pass on a node the large one could never use', () => {
    const waiting = [
      { id: 'large', cpus: 8 },
      { id: 'small', cpus: 1 },
    ];
    expect(schedule(waiting, [node('big', 8, 1), node('little', 2)])).toEqual([
      { jobId: 'small', nodeId: 'little' },
    ]);
  });

  it('fills the fullest node that fits, so that large jobs find room', () => {
    expect(schedule([{ id: '1', cpus: 1 }], [node('empty', 8), node('nearly-full', 8, 7)])).toEqual(
      [{ jobId: '1', nodeId: 'nearly-full' }],
    );
  });
});
