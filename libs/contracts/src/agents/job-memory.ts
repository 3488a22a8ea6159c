const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;
/** A script with less could not even start its tools. */
const leastJobBytes = 256 * mebibyte;

/** How much memory a job may have that asks for none: its share by processors, all of what jobs have together, or this many bytes. */
export type MemoryRule = 'share' | 'all' | number;

/** The memory of all jobs of a host together: the platform always keeps a tenth and no less than 1 GiB, or half of a small host. */
export function memoryOfAllJobs(totalBytes: number, bound: number | null): number {
  const available = Math.min(totalBytes, bound ?? Infinity);
  const reserve = Math.max(gibibyte, available / 10);
  return Math.floor(Math.max(available - reserve, available / 2));
}

/**
 * The memory, bytes, of one job with `cpus` of the `processors` that there are. The agent limits a job to it, and the scheduler
 * reserves it: both have to say the same.
 */
export function memoryOfJob(
  rule: MemoryRule,
  allJobsBytes: number,
  cpus: number,
  processors: number,
): number {
  if (typeof rule === 'number') {
    return Math.min(rule, allJobsBytes);
  }
  const share = rule === 'all' ? 1 : Math.min(1, cpus / Math.max(1, processors));
  return Math.min(allJobsBytes, Math.max(leastJobBytes, Math.floor(allJobsBytes * share)));
}
