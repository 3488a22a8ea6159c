import { describe, expect, it } from '@jest/globals';
import { memoryOfAllJobs, memoryOfJob, processesOfJob, settingsOf } from './job-limits.js';

const gibibyte = 1024 ** 3;

describe('the memory of all jobs', () => {
  it.each([
    ['a large host', 100, null, 90],
    ['a usual host', 8, null, 7],
    ['a small host', 1, null, 0.5],
    ['a host where a service may use less', 100, 4, 3],
  ])('leaves room for the platform on %s', (_name, total, bound, jobs) => {
    const bytes = memoryOfAllJobs(total * gibibyte, bound === null ? null : bound * gibibyte);
    expect(bytes).toBe(jobs * gibibyte);
  });
});

describe('the memory of a job', () => {
  it('is its share by processors, all, or what the operator says', () => {
    expect(memoryOfJob('share', 64 * gibibyte, 4, 16)).toBe(16 * gibibyte);
    expect(memoryOfJob('share', 64 * gibibyte, 99, 16)).toBe(64 * gibibyte);
    expect(memoryOfJob('all', 64 * gibibyte, 1, 16)).toBe(64 * gibibyte);
    expect(memoryOfJob(2 * gibibyte, 64 * gibibyte, 1, 16)).toBe(2 * gibibyte);
    expect(memoryOfJob(99 * gibibyte, 64 * gibibyte, 1, 16)).toBe(64 * gibibyte);
  });

  it('is enough to start with where there are many processors', () => {
    expect(memoryOfJob('share', gibibyte, 1, 128)).toBe(gibibyte / 4);
    expect(memoryOfJob('share', gibibyte / 8, 1, 128)).toBe(gibibyte / 8);
  });
});

describe('the processes of a job', () => {
  it('go by its processors', () => {
    expect([1, 64].map(processesOfJob)).toEqual([768, 16_896]);
  });
});

describe('the settings of a group', () => {
  const limits = { memoryBytes: 1_000_000, processes: 10, processors: [1, 3], weight: 200 };
  const written = (version: 1 | 2): Record<string, string> =>
    Object.fromEntries(settingsOf(version, limits).map(({ files, value }) => [files[0], value]));

  it('end a job whole in version 2, and count its memory on disk', () => {
    expect(written(2)).toEqual({
      ...{ 'memory.max': '1000000', 'memory.swap.max': '0', 'memory.oom.group': '1' },
      ...{ 'pids.max': '10', 'cpuset.cpus': '1,3', 'cpu.weight': '200', 'io.weight': '200' },
    });
  });

  it('say the same in version 1 in its own words', () => {
    expect(written(1)).toEqual({
      ...{ 'memory.limit_in_bytes': '1000000', 'memory.memsw.limit_in_bytes': '1000000' },
      ...{ 'memory.swappiness': '0', 'pids.max': '10', 'cpuset.cpus': '1,3' },
      ...{ 'cpu.shares': '2048', 'blkio.weight': '200' },
    });
  });

  it('take all devices away before they give any', () => {
    const withDevices = { ...limits, devices: ['c 1:3 rw', 'c 5:2 rw'] };
    const ofDevices = settingsOf(1, withDevices)
      .filter(({ controller }) => controller === 'devices')
      .map(({ files, value }) => [files[0], value]);
    expect(ofDevices).toEqual([
      ['devices.deny', 'a'],
      ['devices.allow', 'c 1:3 rw'],
      ['devices.allow', 'c 5:2 rw'],
    ]);
    expect(settingsOf(2, withDevices).every(({ controller }) => controller !== 'devices')).toBe(
      true,
    );
  });
});
