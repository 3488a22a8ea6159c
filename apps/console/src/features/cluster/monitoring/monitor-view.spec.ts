import type { MonitorRecord } from '@clusterdesk/contracts';
import { expect, test } from '@jest/globals';
import { hostsOf, readView } from './monitor-view.js';

const host = (hostname: string, online = true): MonitorRecord => ({
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
  cpus: [],
  mems: [],
});

test('an address says what is shown; what it leaves out or gets wrong is as usual', () => {
  const usual = { range: '1h', sort: 'name', state: 'all', search: '' };
  expect(readView(new URLSearchParams())).toEqual(usual);
  expect(readView(new URLSearchParams('range=2y&sort=age&state=ill&search=%20'))).toEqual(usual);
  expect(readView(new URLSearchParams('range=30d&sort=memory&state=offline&search=calc'))).toEqual({
    range: '30d',
    sort: 'memory',
    state: 'offline',
    search: 'calc',
  });
});

test('hosts are found by a part of their name in any case, and by whether they are there', () => {
  const hosts = [host('Calc-1'), host('calc-2', false), host('gpu-1')];
  const names = (state: 'all' | 'online' | 'offline', search = '') =>
    hostsOf(hosts, { state, search }).map(({ hostname }) => hostname);
  expect(names('all')).toEqual(['Calc-1', 'calc-2', 'gpu-1']);
  expect(names('all', 'CALC')).toEqual(['Calc-1', 'calc-2']);
  expect(names('online', 'calc')).toEqual(['Calc-1']);
  expect(names('offline')).toEqual(['calc-2']);
});
