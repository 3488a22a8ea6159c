import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Capacity, Held, ProjectUse, WaitingJob } from './capacity.js';
import { Plan } from './plan.js';
import { schedule } from './schedule.js';

const capacityWith = (held: readonly Held[]): Capacity => ({
  nodes: ['a', 'b'].map((nodeId) => ({
    ...{ nodeId, cpus: 4, memoryBytes: 4, memoryEachBytes: 1, isOnProbation: false },
    ...{ networks: ['none', 'outside'], takesProjectFiles: true },
  })),
  grants: ['a', 'b'].map((nodeId) => ({ queueId: 'q', nodeId, cpus: 4 })),
  held,
});

const uses: fc.Arbitrary<ProjectUse | null> = fc.oneof(
  fc.constant(null),
  fc.record({ id: fc.constantFrom('p', 'r'), isSealed: fc.boolean() }),
);

const jobs = fc.array(fc.record({ project: uses, cpus: fc.integer({ min: 1, max: 4 }) }), {
  maxLength: 20,
});

describe('jobs of one project', () => {
  it('run beside their own kind alone, and none waits for ever', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 3 }), (given, endEach) => {
        let waiting = given.map((one, index): WaitingJob => ({
          ...one,
          ...{ id: String(index), queueId: 'q', userId: null, memoryBytes: null, limitMs: 10 },
          ...{ excludedNodes: [], network: 'none' },
        }));
        let held: (Held & { id: string })[] = [];
        while (waiting.length > 0) {
          const starts = schedule(waiting, new Plan(capacityWith(held)));
          for (const { jobId, nodeId } of starts) {
            const job = waiting.find(({ id }) => id === jobId);
            held = job ? [...held, { ...job, nodeId, endsInMs: job.limitMs }] : held;
          }
          waiting = waiting.filter(({ id }) => starts.every(({ jobId }) => jobId !== id));
          for (const project of ['p', 'r']) {
            const kinds = held.flatMap((one) =>
              one.project?.id === project ? [one.project.isSealed] : [],
            );
            expect(new Set(kinds).size).toBeLessThanOrEqual(1);
          }
          // With nothing at work the first that waits has started.
          expect(held.length > 0 || waiting.length === 0).toBe(true);
          held = held.slice(endEach);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('do not pass those of the other kind that have waited longer', () => {
    const job = (id: string, isSealed: boolean): WaitingJob => ({
      ...{ id, queueId: 'q', userId: null, cpus: 1, memoryBytes: null, limitMs: 10 },
      ...{ excludedNodes: [], network: 'none', project: { id: 'p', isSealed } },
    });
    const atWork = { ...job('0', false), nodeId: 'a', endsInMs: 100 };
    const planned = (waiting: WaitingJob[]): string[] =>
      schedule(waiting, new Plan(capacityWith([atWork]))).map(({ jobId }) => jobId);
    expect(planned([job('1', false), job('2', true), job('3', false)])).toEqual(['1']);
  });
});
