import { describe, expect, it } from '@jest/globals';
import { memoryOfAllJobs, memoryOfJob } from './job-memory.js';

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
