import type { MonitorRecord } from '@clusterdesk/contracts';
import { expect, test } from '@jest/globals';
import { hostsOf, readView, stateOf, type stateChoices } from './monitor-view.js';

const host = (hostname: string, online = true): MonitorRecord => ({
  nodeId: hostname,
  hostname,
  kind: 'compute',
  online,
  lastSeen: 1,
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

test('a host that was never heard from waits, whatever the platform says of its first minute', () => {
  expect(stateOf(host('calc-1'))).toBe('online');
  expect(stateOf(host('calc-1', false))).toBe('offline');
  expect(stateOf({ ...host('calc-1'), lastSeen: null })).toBe('waiting');
  expect(stateOf({ ...host('calc-1', false), lastSeen: null })).toBe('waiting');
});

test('hosts are found by a part of their name in any case, and by whether they are there', () => {
  const hosts = [
    host('Calc-1'),
    host('calc-2', false),
    host('gpu-1'),
    { ...host('new-1'), lastSeen: null },
  ];
  const names = (state: (typeof stateChoices)[number], search = '') =>
    hostsOf(hosts, { state, search }).map(({ hostname }) => hostname);
  expect(names('all')).toEqual(['Calc-1', 'calc-2', 'gpu-1', 'new-1']);
  expect(names('all', 'CALC')).toEqual(['Calc-1', 'calc-2']);
  expect(names('online', 'calc')).toEqual(['Calc-1']);
  expect(names('offline')).toEqual(['calc-2']);
  expect(names('waiting')).toEqual(['new-1']);
});
