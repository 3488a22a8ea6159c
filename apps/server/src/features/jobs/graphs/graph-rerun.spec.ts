import { describe, expect, it } from '@jest/globals';
import type { JobStatus } from '@clusterdesk/contracts';
import { planRerun } from './graph-rerun.js';
import { graphStatusOf } from './job-graph.presenter.js';
import type { StoredStep } from './job-graph.repository.js';

/** prepare → left, right → report; each step's job is called as the step. */
const graph = (status: Partial<Record<string, JobStatus | null>> = {}): StoredStep[] =>
  [
    { key: 'report', after: ['left', 'right'] },
    { key: 'left', after: ['prepare'] },
    { key: 'right', after: ['prepare'] },
    { key: 'prepare', after: [] },
  ].map((link) => {
    const now = status[link.key] === undefined ? 'COMPLETED' : status[link.key]!;
    return { ...link, graphId: '1', runs: 1, status: now, jobId: now && link.key };
  });

describe('running a graph again', () => {
  it('takes the steps that follow, first ones first, and keeps the jobs of those before', () => {
    const { again, kept } = planRerun(graph({ left: 'FAILED', report: 'CANCELLED' }), ['left']);
    expect(again.map(({ key }) => key)).toEqual(['left', 'report']);
    expect([...kept]).toEqual([
      ['right', 'right'],
      ['prepare', 'prepare'],
    ]);
  });

  it('goes on after a step that is still open', () => {
    const { kept } = planRerun(graph({ right: 'RUNNING', report: 'CANCELLED' }), ['left']);
    expect(kept.get('right')).toBe('right');
  });

  it('begins at several steps at once', () => {
    const failed = graph({ left: 'FAILED', right: 'TIMEOUT', report: 'CANCELLED' });
    expect(() => planRerun(failed, ['left'])).toThrow(/^JOB_GRAPH_STEP_FAILED: .*“right”/);
    const { again } = planRerun(failed, ['left', 'right']);
    expect(again.map(({ key }) => key)).toEqual(['left', 'right', 'report']);
  });

  it.each([
    ['a step that is not there', {}, 'none', 'JOB_GRAPH_STEP_UNKNOWN'],
    ['while a step that would run again is open', { report: 'RUNNING' }, 'left', 'STEP_OPEN'],
    ['a step whose job is gone', { report: null }, 'left', 'JOB_GRAPH_STEP_GONE'],
    ['after a step whose job is gone', { prepare: null }, 'left', 'JOB_GRAPH_STEP_FAILED'],
  ] as const)('is refused: %s', (_, status, from, code) => {
    expect(() => planRerun(graph(status), [from])).toThrow(code);
  });
});

it.each([
  [{ PENDING: 3 }, 'PENDING'],
  [{ PENDING: 1, COMPLETED: 1 }, 'RUNNING'],
  [{ RUNNING: 1, FAILED: 1 }, 'RUNNING'],
  [{ COMPLETED: 1, FAILED: 1, CANCELLED: 2 }, 'FAILED'],
  [{ COMPLETED: 4 }, 'COMPLETED'],
] as const)('a graph whose steps are %j is %s', (counts, status) => {
  expect(graphStatusOf(counts)).toBe(status);
});
