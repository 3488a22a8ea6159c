import { expect, test } from '@jest/globals';
import type { MonitorRecord } from '@clusterdesk/contracts';
import { clusterLoadOf } from './cluster-load.js';

const host = (given: Partial<MonitorRecord>): MonitorRecord => ({
  ...{ nodeId: '1', hostname: 'calc-01', kind: 'compute', online: true, lastSeen: 0, cpuCount: 4 },
  ...{ memoryBytes: 8, confinement: 'namespaces', acceptsJobs: true, protections: null },
  ...{ drainedReason: null, alerts: [], cpus: [], mems: [] },
  ...given,
});
const at = (used: number) => [
  { time: 0, used: 1 },
  { time: 1, used },
];

test('a large host counts more than a small one, by its newest values', () => {
  const small = host({ cpuCount: 4, memoryBytes: 10, cpus: at(100), mems: at(90) });
  const large = host({ cpuCount: 12, memoryBytes: 30, cpus: at(20), mems: at(50) });
  expect(clusterLoadOf([small, large])).toEqual({
    ...{ hosts: 2, online: 2, troubled: 0, cpu: 40, memory: 60 },
  });
});

test('hosts that are away, and those that never said a word, count no load', () => {
  const away = host({ online: false, cpus: at(100), mems: at(100) });
  const waiting = host({ lastSeen: null });
  expect(clusterLoadOf([away, waiting])).toEqual({
    ...{ hosts: 2, online: 0, troubled: 1, cpu: null, memory: null },
  });
});

test('what is troubled: offline, alerted, or out of service', () => {
  const alerts: MonitorRecord['alerts'] = [{ kind: 'cpu', since: 0, value: 99 }];
  const hosts = [host({}), host({ alerts }), host({ drainedReason: 'full' })];
  expect(clusterLoadOf(hosts).troubled).toBe(2);
});
