import { describe, expect, test } from '@jest/globals';
import type { MonitorRecord } from '@clusterdesk/contracts';
import { keepOrder, orderOf } from './host-order.js';

const host = (hostname: string, cpu: number, mem: number, online = true): MonitorRecord => ({
  nodeId: hostname,
  hostname,
  online,
  lastSeen: null,
  cpuCount: null,
  memoryBytes: null,
  confinement: null,
  acceptsJobs: true,
  protections: null,
  drainedReason: null,
  alerts: [],
  cpus: [{ time: 1, used: cpu }],
  mems: [{ time: 1, used: mem }],
});

describe('orderOf', () => {
  const hosts = [host('calc-10', 20, 5), host('calc-9', 10, 90), host('gpu', 99, 99, false)];

  test('by name, numbers by value', () => {
    expect(orderOf(hosts, 'name', 'en')).toEqual(['calc-9', 'calc-10', 'gpu']);
  });

  test("by name, as the reader's language sorts", () => {
    const cities = [host('上海-1', 1, 1), host('北京-1', 1, 1)];
    expect(orderOf(cities, 'name', 'zh-CN')).toEqual(['北京-1', '上海-1']);
    expect(orderOf(cities, 'name', 'en')).toEqual(['上海-1', '北京-1']);
  });

  test('by load: the scarcer of processors and memory counts, offline hosts come last', () => {
    expect(orderOf(hosts, 'load', 'en')).toEqual(['calc-9', 'calc-10', 'gpu']);
    expect(orderOf([host('a', 1, 1), host('b', 50, 1)], 'load', 'en')).toEqual(['b', 'a']);
  });
});

test('while it is held a host that comes stands last, and one that goes moves nobody', () => {
  const hosts = [host('b', 1, 1), host('a', 99, 99), host('new', 100, 100)];
  expect(keepOrder(['b', 'gone', 'a'], hosts, 'en')).toEqual(['b', 'a', 'new']);
});
