import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { MetricSample } from '@clusterdesk/contracts';
import { Logger } from '@nestjs/common';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { LeftUnansweredError } from '../agents/agent-events.js';
import { MetricRepository, statementRowsMax } from './metric.repository.js';
import { ReplayedSamples } from './replayed-samples.service.js';

let replayed: ReplayedSamples;
let stored: (readonly { nodeId: string }[])[];
let store: jest.Mock<MetricRepository['storeSamples']>;
let publish: jest.Mock<Realtime['publish']>;

beforeEach(() => {
  jest.useFakeTimers();
  Logger.overrideLogger(false);
  stored = [];
  store = jest.fn<MetricRepository['storeSamples']>(async (samples) => void stored.push(samples));
  publish = jest.fn<Realtime['publish']>();
  const repository = Object.assign(Object.create(MetricRepository.prototype), {
    storeSamples: store,
  }) as MetricRepository;
  const realtime = Object.assign(Object.create(Realtime.prototype), {
    publish,
    hasListeners: () => true,
  }) as Realtime;
  replayed = new ReplayedSamples(repository, realtime);
});
afterEach(() => {
  replayed.onApplicationShutdown();
  jest.useRealTimers();
});

const samplesOf = (nodeId: string, count: number): MetricSample[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ nodeId, hostname: nodeId, time: index * 2_000 },
    ...{ cpu: 1, mem: 1 },
  }));
/** What becomes of a report. */
function add(nodeId: string, count: number): { state: 'waits' | 'stored' | 'left' } {
  const report = { state: 'waits' as 'waits' | 'stored' | 'left' };
  replayed.add(nodeId, samplesOf(nodeId, count)).then(
    () => (report.state = 'stored'),
    (error: unknown) => (report.state = error instanceof LeftUnansweredError ? 'left' : 'waits'),
  );
  return report;
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('replayed samples', () => {
  it('are stored in bounded statements, each report answered with its own', async () => {
    let end = (): void => undefined;
    store.mockImplementation(async (samples) => {
      stored.push(samples);
      await new Promise<void>((resolve) => (end = resolve));
    });
    const reports = Array.from({ length: 45 }, (_, index) => add(`n${index}`, 500));
    await pass(100);
    expect(stored.map(({ length }) => length)).toEqual([statementRowsMax]);
    end();
    await pass(100);
    expect(reports.filter(({ state }) => state === 'stored')).toHaveLength(20);
    expect(stored).toHaveLength(2);
    end();
    await pass(100);
    end();
    await pass(0);
    expect(reports.every(({ state }) => state === 'stored')).toBe(true);
    expect(Math.max(...stored.map(({ length }) => length))).toBeLessThanOrEqual(statementRowsMax);
    expect(publish.mock.calls.map(([, , event]) => event)).toEqual(
      [1, 2, 3].map(() => ({ samples: [], isReplayed: true })),
    );
  });

  it('that an agent says again wait once, in their place', async () => {
    const first = add('n1', 500);
    Array.from({ length: 19 }, (_, index) => add(`other${index}`, 500));
    const last = add('n2', 500);
    const again = add('n1', 500);
    await pass(0);
    expect(first.state).toBe('left');
    await pass(11);
    expect([again.state, last.state]).toEqual(['stored', 'waits']);
  });

  it('that could not be stored are tried again while their agent waits for the answer', async () => {
    store.mockRejectedValueOnce(new Error('too slow'));
    const report = add('n1', 500);
    await pass(200);
    expect(report.state).toBe('stored');
    store.mockRejectedValue(new Error('away'));
    const lost = add('n1', 500);
    await pass(11_000);
    expect(lost.state).toBe('left');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are left where too many wait', async () => {
    store.mockImplementation(() => new Promise(() => undefined));
    const reports = Array.from({ length: 400 }, (_, index) => add(`n${index}`, 2_000));
    await pass(0);
    expect(reports.filter(({ state }) => state === 'left')).toHaveLength(100);
  });
});
