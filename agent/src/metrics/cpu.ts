/** Processor time since boot, of all processors together, in clock ticks. */
export interface CpuTimes {
  busy: number;
  total: number;
}

/** Reads the first line of /proc/stat. Waiting for the disk counts as idle; guests are already within user time. */
export function parseCpuTimes(text: string): CpuTimes {
  const line = /^cpu +(.+)$/m.exec(text)?.[1];
  if (line === undefined) {
    throw new Error('/proc/stat has no line of all processors');
  }
  const ticks = line.trim().split(/ +/).map(Number).slice(0, 8);
  const total = ticks.reduce((sum, count) => sum + count, 0);
  const idle = (ticks[3] ?? 0) + (ticks[4] ?? 0);
  return { busy: total - idle, total };
}

/** How busy the processors were between two readings, 0 to 100. */
export function cpuPercent(before: CpuTimes, after: CpuTimes): number {
  const total = after.total - before.total;
  if (total <= 0) {
    return 0; // Read twice within a tick, or a counter of a virtual machine went backwards.
  }
  const percent = ((after.busy - before.busy) / total) * 100;
  return Math.min(100, Math.max(0, percent));
}
