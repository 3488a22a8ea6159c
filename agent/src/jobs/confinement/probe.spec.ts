import { describe, expect, it } from '@jest/globals';
import { judge, probeReport } from './probe.js';

const surroundings = {
  ...{ devices: ['/dev/dri'], sockets: [], scratchBytes: null, allowsUserNamespaces: false },
};
const files = { name: 'files', uid: 990, gid: 990, groups: [] };
const numbered = {
  accounts: { kind: 'numbered', range: { first: 100_000, last: 200_000 }, files },
  surroundings,
  isUnconfinedAllowed: false,
} as const;

const mount = (point: string, options: string): string =>
  `30 25 0:27 / ${point} ${options},relatime - ext4 /dev/vda rw`;
const seen = {
  uid: '100000',
  mounts: [mount('/', 'ro'), mount('/tmp', 'rw'), mount('/tmp/clusterdesk-probe-x', 'rw')],
  devices: ['null', 'dri', 'shm'],
  status: 'Name:\tsh\nSeccomp:\t2\nThreads:\t1',
};
const report = (more: Partial<typeof seen> = {}): string => {
  const { uid, mounts, devices, status } = { ...seen, ...more };
  return probeReport([uid, mounts.join('\n'), devices.join('\n'), status]);
};

describe('the protections of a trial', () => {
  it('hold when it saw nothing against them', () => {
    expect(judge(report(), numbered)).toEqual({
      ...{ account: null, files: null, devices: null, syscalls: null, keys: null },
    });
  });

  it.each([
    ['account', { uid: '990' }],
    ['files', { mounts: [...seen.mounts, mount('/srv', 'rw')] }],
    ['files', { mounts: [] }],
    ['devices', { devices: ['null', 'sda'] }],
    ['devices', { devices: ['null', 'drivers'] }],
    ['syscalls', { status: 'Seccomp:\t0' }],
  ])('do not when it saw otherwise: %s, %j', (protection, more) => {
    const findings = Object.entries(judge(report(more), numbered));
    const missing = findings.filter(([, cure]) => cure !== null).map(([name]) => name);
    expect(missing).toEqual([protection]);
  });

  it('say nothing of key rings without an account or a filter', () => {
    const findings = judge(report({ uid: '990', status: '' }), numbered);
    expect(findings.keys).toMatch(/account/);
  });

  it('leave an account of its own open where a job may run as the platform', () => {
    const findings = judge(report(), { ...numbered, isUnconfinedAllowed: true });
    expect(findings.account).toMatch(/AGENT_ALLOW_UNCONFINED/);
    expect(judge(report(), { ...numbered, accounts: { kind: 'own' } }).account).toMatch(/root/);
  });
});
