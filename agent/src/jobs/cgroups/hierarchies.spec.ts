import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findHierarchies } from './hierarchies.js';
import { JobGroups, nameOfAllJobs } from './job-groups.js';

/** Folders in the place of the kernel's: they take every value and hold what was written last. */
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-cgroup-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const second = (root = '/'): string => `40 31 0:38 ${root} ${dir} rw - cgroup2 cgroup2 rw`;
const first = (name: string): string => {
  mkdirSync(join(dir, name));
  return `35 31 0:32 / ${join(dir, name)} rw,relatime - cgroup cgroup rw,${name}`;
};

function addGroup(path: string, files: Record<string, string>): string {
  const folder = join(dir, path);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ 'cgroup.procs': '', ...files })) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Any folder but the root of the whole tree has a type. */
const isNoRoot = { 'cgroup.type': 'domain' };

describe('the control groups of a host', () => {
  it('lie at the root of the tree, and keep the bound of the own group', () => {
    addGroup('system.slice', { 'memory.max': '4000000' });
    addGroup('system.slice/agent.service', { ...isNoRoot, 'memory.max': 'max' });
    const found = findHierarchies({
      ...{ mounts: second(), membership: '0::/system.slice/agent.service\n' },
      enable: () => new Set(['memory', 'pids', 'cpuset', 'accounting']),
    });
    expect(found).toEqual({
      ...{ version: 2, memoryBound: 4_000_000, own: join(dir, 'system.slice/agent.service') },
      places: new Map(
        (['memory', 'pids', 'cpuset', 'accounting'] as const).map((name) => [name, dir]),
      ),
    });
  });

  it('lie in the part of the tree that a service was given', () => {
    addGroup('', { ...isNoRoot, 'cgroup.procs': '1\n' });
    const part = addGroup('system.slice/agent.service', isNoRoot);
    addGroup('system.slice/agent.service/agent', { 'cgroup.procs': '77\n' });
    const found = findHierarchies({
      ...{ mounts: second(), membership: '0::/system.slice/agent.service/agent\n' },
      enable: () => new Set(['memory']),
    });
    expect(found?.places.get('memory')).toBe(part);
  });

  it('lie neither in a slice of the service manager nor among processes', () => {
    addGroup('', { ...isNoRoot, 'cgroup.procs': '1\n' });
    addGroup('user.slice', isNoRoot);
    addGroup('user.slice/session', { 'cgroup.procs': '77\n' });
    const enable = () => new Set(['memory'] as const);
    const mounts = second();
    expect(findHierarchies({ mounts, membership: '0::/user.slice/session\n', enable })).toBeNull();
    addGroup('container', { ...isNoRoot, 'cgroup.procs': '5\n' });
    addGroup('container/own', {});
    expect(findHierarchies({ mounts, membership: '0::/container/own\n', enable })).toBeNull();
  });

  it('are those of the first version where the second has no controllers', () => {
    const mounts = [second(), first('memory'), first('cpuset'), first('blkio')].join('\n');
    const membership = '4:memory:/own\n0::/\n';
    mkdirSync(join(dir, 'memory/own'));
    writeFileSync(join(dir, 'memory/own/memory.stat'), 'cache 1\nhierarchical_memory_limit 5000\n');
    const found = findHierarchies({ mounts, membership, enable: () => new Set(['accounting']) });
    expect(found).toEqual({
      ...{ version: 1, memoryBound: 5000, own: join(dir, 'memory/own') },
      places: new Map([
        ['memory', join(dir, 'memory')],
        ['cpuset', join(dir, 'cpuset')],
        ['io', join(dir, 'blkio')],
      ]),
    });
  });

  it('limit a job, and all of them together', () => {
    const names = ['memory', 'pids', 'cpuset', 'cpu', 'io', 'accounting'] as const;
    const places = new Map(names.map((name) => [name, dir] as const));
    const hierarchies = { version: 2, places, memoryBound: 2 * 1024 ** 3, own: null } as const;
    const allowance = { memory: 'share', processes: 500 } as const;
    const enable = () => new Set(names);
    const groups = JobGroups.open('/state', allowance, [0, 1, 2, 3], hierarchies, enable);
    if (groups === null) {
      throw new Error('no groups');
    }
    const group = groups.of('job-7-1');
    expect(group.exists).toBe(false);
    expect(group.create(groups.limitsFor({ cpus: 1 }, [2]))).toEqual([]);
    const folder = join(dir, nameOfAllJobs('/state'), 'job-7-1');
    expect(group.joinCommand()).toContain(join(folder, 'cgroup.procs'));
    expect(readFileSync(join(folder, 'pids.max'), 'utf8')).toBe('500');
    expect(readFileSync(join(folder, 'memory.max'), 'utf8')).toBe(String(256 * 1024 ** 2));
    expect(readFileSync(join(folder, '../memory.max'), 'utf8')).toBe(String(1024 ** 3));
    expect(readFileSync(join(folder, 'memory.oom.group'), 'utf8')).toBe('1');
    expect(readFileSync(join(folder, 'cpuset.cpus'), 'utf8')).toBe('2');
    writeFileSync(join(folder, 'memory.events'), 'oom 1\noom_kill 2\n');
    writeFileSync(join(folder, 'cpu.stat'), 'usage_usec 1500000\nuser_usec 1\n');
    writeFileSync(join(folder, 'memory.current'), '900\n');
    writeFileSync(join(folder, 'memory.peak'), '1000\n');
    writeFileSync(join(folder, 'memory.stat'), 'anon 1\nactive_file 100\ninactive_file 200\n');
    expect(group.memoryKills()).toBe(2);
    expect(group.hasMetMemoryLimit()).toBe(true);
    expect(group.cpuSeconds()).toBe(1.5);
    expect(group.memory()).toEqual({ heldBytes: 600, cachedBytes: 300, mostBytes: 1000 });
  });
});
