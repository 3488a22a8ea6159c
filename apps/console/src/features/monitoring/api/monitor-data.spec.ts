import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { MonitorRecord } from '@clusterdesk/contracts';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { liveRanges, refetchMs, ranges, stepOf, withSamples, withStatus } from './monitor-data.js';

afterEach(() => void jest.useRealTimers());

const start = 1_800_000_000_000;
const host = (more: Partial<MonitorRecord> = {}): MonitorRecord => ({
  nodeId: 'n1',
  hostname: 'calc-01',
  kind: 'compute',
  online: true,
  lastSeen: start,
  cpuCount: 4,
  memoryBytes: 1,
  confinement: 'namespaces',
  acceptsJobs: true,
  protections: null,
  drainedReason: null,
  alerts: [],
  cpus: [{ time: start, used: 10 }],
  mems: [{ time: start, used: 20 }],
  ...more,
});
const sample = (time: number, cpu: number, nodeId = 'n1') => ({
  nodeId,
  hostname: 'calc-01',
  time,
  cpu,
  mem: 50,
});

describe('withSamples', () => {
  test('adds a point once a step of time is over, and moves the last one until then', () => {
    const step = stepOf('1h', 1);
    const [moved] = withSamples([host()], [sample(start + step - 1, 30)], '1h');
    expect(moved?.cpus).toEqual([{ time: start, used: 30 }]);
    const [added] = withSamples([host()], [sample(start + step, 30)], '1h');
    expect(added?.cpus).toEqual([
      { time: start, used: 10 },
      { time: start + step, used: 30 },
    ]);
    expect(added?.lastSeen).toBe(start + step);
  });

  test('drops what left the range', () => {
    const [later] = withSamples([host()], [sample(start + ranges['15m'] + 1, 30)], '15m');
    expect(later?.cpus).toEqual([{ time: start + ranges['15m'] + 1, used: 30 }]);
  });

  test('ignores replayed old samples and those of other hosts', () => {
    const records = [host()];
    const [same] = withSamples(
      records,
      [sample(start - 60_000, 99), sample(start, 99, 'n2')],
      '1h',
    );
    expect(same?.cpus).toEqual(records[0]?.cpus);
    expect(same?.lastSeen).toBe(start);
  });
});

test('a coming or going changes that host alone, at the time of the server', () => {
  jest.useFakeTimers();
  serverClock.hear(new Date(Date.now() + 3_600_000).toUTCString(), Date.now());
  expect(serverClock.now()).not.toBe(Date.now());
  const [first, second] = withStatus([host(), host({ nodeId: 'n2' })], 'n2', false);
  expect([first?.online, second?.online]).toEqual([true, false]);
  const [came] = withStatus([host({ lastSeen: null, online: false })], 'n1', true);
  expect(came?.lastSeen).toBe(serverClock.now());
});

describe('the ranges', () => {
  test('short ones move with each sample, longer ones are asked for anew', () => {
    expect(liveRanges).toEqual(['15m', '1h']);
    expect(refetchMs('6h')).toBe(60_000);
    expect(refetchMs('24h')).toBe(150_000);
    expect(refetchMs('30d')).toBe(600_000);
  });
});
