import type { MonitorRecord } from '@clusterdesk/contracts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LiveCache } from '../../shared/live/cache/live-cache.js';
import type { EventName, Payload } from '../../shared/live/connection/live-connection.js';
import type { LiveRule } from '../../shared/live/rules/live-rules.js';
import { monitorData, type RangeName } from './api/monitor-data.js';
import { clusterLiveRules } from './monitoring-live.js';

const host = (nodeId: string): MonitorRecord => ({
  nodeId,
  hostname: nodeId,
  kind: 'compute',
  online: true,
  lastSeen: 0,
  cpuCount: null,
  memoryBytes: null,
  confinement: null,
  acceptsJobs: true,
  protections: null,
  drainedReason: null,
  alerts: [],
  cpus: [{ time: 0, used: 1 }],
  mems: [{ time: 0, used: 1 }],
});

let queries: QueryClient;
let cache: LiveCache;
const ask = jest.fn(async () => [host('n1')]);

beforeEach(() => {
  jest.useFakeTimers();
  ask.mockClear();
  queries = new QueryClient();
  queries.mount();
  cache = new LiveCache(queries);
});
afterEach(() => {
  cache.stop();
  queries.clear();
  queries.unmount();
  jest.useRealTimers();
});

const say = <Name extends EventName>(name: Name, ...payload: Payload<Name>): void =>
  clusterLiveRules
    .filter(({ event }) => event === name)
    .forEach((rule) => (rule as LiveRule).apply(cache, ...payload));

/** Shows a range as the page does; gives its first host. */
async function open(range: RangeName): Promise<() => MonitorRecord | undefined> {
  const observer = new QueryObserver(queries, { ...monitorData(range), queryFn: ask });
  observer.subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(0);
  return () => observer.getCurrentResult().data?.[0];
}
const sample = (nodeId: string) => ({ nodeId, hostname: nodeId, time: 60_000, cpu: 9, mem: 9 });

it('writes samples into a short range, and leaves a long one as it was', async () => {
  const [short, long] = [await open('1h'), await open('30d')];
  say('metrics', { samples: [sample('n1')] });
  await jest.advanceTimersByTimeAsync(0);
  expect(short()?.cpus.at(-1)?.used).toBe(9);
  expect(long()?.cpus).toHaveLength(1);
});

it('a host that comes and goes shows so in a long range, which is asked for no sooner and no later for it', async () => {
  const shown = await open('6h');
  expect(ask).toHaveBeenCalledTimes(1);
  for (const online of [false, true, false]) {
    say('nodeStatus', { nodeId: 'n1', hostname: 'n1', online });
    await jest.advanceTimersByTimeAsync(18_000);
    expect(shown()?.online).toBe(online);
  }
  expect(ask).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(7_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('a host that a long range does not know has it asked for', async () => {
  await open('30d');
  say('nodeStatus', { nodeId: 'n2', hostname: 'n2', online: true });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

describe('what hosts measured while they were cut off', () => {
  beforeEach(() => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const replay = () => say('metrics', { samples: [], isReplayed: true });
  const show = async (hosts: number): Promise<void> => {
    ask.mockImplementation(async () =>
      Array.from({ length: hosts }, (_, index) => host(`n${String(index)}`)),
    );
    await open('1h');
    ask.mockClear();
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  /** Samples of others: without any for a while the page would ask by itself. */
  const report = () => say('metrics', { samples: [sample('n0')] });

  it('is asked for once, a while after the last of it came', async () => {
    await show(100);
    say('nodeStatus', { nodeId: 'n1', hostname: 'n1', online: true });
    for (let piece = 0; piece < 20; piece += 1) {
      await pass(1_000);
      report();
      replay();
    }
    await pass(4_500);
    report();
    expect(ask).not.toHaveBeenCalled();
    await pass(1_000);
    expect(ask).toHaveBeenCalledTimes(1);
    await pass(5_000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is asked for by each page at its own moment', async () => {
    await show(1_000);
    replay();
    for (let second = 0; second < 13; second += 1) {
      await pass(1_000);
      report();
    }
    expect(ask).not.toHaveBeenCalled();
    await pass(1_500);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is asked for once a minute where it comes for ever', async () => {
    await show(1);
    for (let second = 0; second < 150; second += 1) {
      await pass(1_000);
      report();
      replay();
    }
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is nothing when a host only goes', async () => {
    await show(1);
    say('nodeStatus', { nodeId: 'n0', hostname: 'n0', online: false });
    for (let second = 0; second < 20; second += 1) {
      await pass(1_000);
      report();
    }
    expect(ask).not.toHaveBeenCalled();
  });
});
