import { describe, expect, test } from '@jest/globals';
import type { MonitorRecord } from '@clusterdesk/contracts';
import { keepOrder, orderOf, type SortName } from './host-order.js';

const host = (hostname: string, cpu: number, mem: number, online = true): MonitorRecord => ({
  nodeId: hostname,
  hostname,
  kind: 'compute',
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

const by = (sort: SortName, isLive = true) => ({ sort, isLive });

describe('orderOf', () => {
  const hosts = [host('calc-10', 20, 5), host('calc-9', 10, 90), host('gpu', 99, 99, false)];

  test('by name, numbers by value', () => {
    expect(orderOf(hosts, by('name'), 'en')).toEqual(['calc-9', 'calc-10', 'gpu']);
  });

  test("by name, as the reader's language sorts", () => {
    const cities = [host('上海-1', 1, 1), host('北京-1', 1, 1)];
    expect(orderOf(cities, by('name'), 'zh-CN')).toEqual(['北京-1', '上海-1']);
    expect(orderOf(cities, by('name'), 'en')).toEqual(['上海-1', '北京-1']);
  });

  test('by load: the scarcer of processors and memory counts, offline hosts come last', () => {
    expect(orderOf(hosts, by('load'), 'en')).toEqual(['calc-9', 'calc-10', 'gpu']);
    expect(orderOf(hosts, by('cpu'), 'en')).toEqual(['calc-10', 'calc-9', 'gpu']);
    expect(orderOf(hosts, by('memory'), 'en')).toEqual(['calc-9', 'calc-10', 'gpu']);
    expect(orderOf([host('a', 1, 1), host('b', 50, 1)], by('load'), 'en')).toEqual(['b', 'a']);
  });

  test('of a long range, by the load of all of it', () => {
    const points = (...used: number[]) => used.map((one, time) => ({ time, used: one }));
    const was = { ...host('was', 0, 0), cpus: points(99, 99, 99, 99, 1, 1, 1, 1, 1) };
    const is = { ...host('is', 0, 0), cpus: points(1, 1, 1, 1, 30, 30, 30, 30, 30) };
    expect(orderOf([was, is], by('cpu', true), 'en')).toEqual(['is', 'was']);
    expect(orderOf([was, is], by('cpu', false), 'en')).toEqual(['was', 'is']);
  });
});

test('while it is held a host that comes stands last, and one that goes moves nobody', () => {
  const hosts = [host('b', 1, 1), host('a', 99, 99), host('new', 100, 100)];
  expect(keepOrder(['b', 'gone', 'a'], hosts, 'en')).toEqual(['b', 'a', 'new']);
});
