import { describe, expect, it } from '@jest/globals';
import { processesOfJob, settingsOf } from './job-limits.js';

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
