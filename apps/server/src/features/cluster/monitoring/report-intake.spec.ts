import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';
import { type ConnectedAgent, LeftUnansweredError } from '../agents/agent-events.js';
import { NodePresence } from '../presence/node-presence.service.js';
import { ApplicationRepository } from '../applications/application.repository.js';
import { HostHistories } from './host-history.service.js';
import { MetricRepository } from './metric.repository.js';
import { ReportIntake } from './report-intake.service.js';

let store: jest.Mock<MetricRepository['storeSamples']>;
let intake: ReportIntake;

beforeEach(() => {
  Logger.overrideLogger(false);
  store = jest.fn<MetricRepository['storeSamples']>(async () => undefined);
  const repository = Object.assign(Object.create(MetricRepository.prototype), {
    storeSamples: store,
  }) as MetricRepository;
  const presence = Object.assign(Object.create(NodePresence.prototype), {
    markSeen: async () => undefined,
  }) as NodePresence;
  const realtime = Object.assign(Object.create(Realtime.prototype), {
    hasListeners: () => false,
  }) as Realtime;
  intake = new ReportIntake(
    repository,
    presence,
    realtime,
    Object.create(HostHistories.prototype) as HostHistories,
    Object.create(ApplicationRepository.prototype) as ApplicationRepository,
    new Timings({ nodes: { reportsMs: 1 } }),
  );
});
afterEach(() => {
  intake.onApplicationShutdown();
  jest.restoreAllMocks();
});

/** What becomes of a node's report of samples that it kept. */
function replay(nodeId: string): Promise<unknown> {
  const agent = { nodeId, hostname: nodeId } as ConnectedAgent;
  const samples = [60_000, 120_000].map((ago) => ({ time: Date.now() - ago, cpu: 1, mem: 1 }));
  return intake.handlers['node.report-metrics'](agent, { samples }).catch(
    (error: unknown) => error,
  );
}

it('stores what agents kept one after the other, and leaves what its agent no longer waits for', async () => {
  const givenUp = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(givenUp.signal);
  let end = (): void => undefined;
  store.mockImplementationOnce(() => new Promise((resolve) => (end = resolve)));
  const first = replay('n1');
  const second = replay('n2');
  const third = replay('n3');
  givenUp.abort();
  expect(await second).toBeInstanceOf(LeftUnansweredError);
  expect(store).toHaveBeenCalledTimes(1);
  end();
  await Promise.all([first, third]);
  const stored = store.mock.calls.map(([samples]) => samples.map(({ nodeId }) => nodeId));
  expect(stored).toEqual([
    ['n1', 'n1'],
    ['n3', 'n3'],
  ]);
});

it('leaves what could not be stored, and what comes when too many wait', async () => {
  store.mockRejectedValueOnce(new Error('away'));
  expect(await replay('n1')).toBeInstanceOf(LeftUnansweredError);
  store.mockImplementation(() => new Promise(() => undefined));
  const waiting = Array.from({ length: 1_201 }, (_, index) => replay(`n${index}`));
  expect(await replay('last')).toBeInstanceOf(LeftUnansweredError);
  expect(store).toHaveBeenCalledTimes(2);
  expect(waiting).toHaveLength(1_201);
});
