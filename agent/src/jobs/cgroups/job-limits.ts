import type { Controller } from './hierarchies.js';

/** What a group may use at most. */
export interface GroupLimits {
  memoryBytes: number;
  processes: number;
  /** The processors that its processes may run on. */
  processors: readonly number[];
  /** How much it gets of what several want at once; 100 is what a group has by itself. */
  weight: number;
  /** The devices that its processes may open, as the kernel's rules; without it those of the group above. */
  devices?: readonly string[];
}

/**
 * The most processes and threads for a job with this many processors. Enough for what computes with a thread for each processor of the host in
 * several processes; no more, for of thousands that all want one processor each waits seconds for its turn, and so does whoever
 * waits for what the kernel has lent to one of them.
 */
export function processesOfJob(cpus: number): number {
  return 512 + 256 * cpus;
}

/** A value for a file of a group. The first of `files` that takes it is enough; without `isNeeded` none has to. */
export interface GroupSetting {
  controller: Controller;
  files: readonly string[];
  value: string;
  isNeeded: boolean;
}

/** Shares of processor time that stand for a weight of 100. */
const sharesOfWeight100 = 1024;

/**
 * The files of a group in the order in which they are written. Memory on disk (swap) counts as memory, so that a job that needs too
 * much ends instead of making the host slow. In version 1 the bound of both together can't be below that of memory alone.
 */
export function settingsOf(version: 1 | 2, limits: GroupLimits): GroupSetting[] {
  const { memoryBytes, processes, processors, weight, devices } = limits;
  const needed = (controller: Controller, file: string, value: string): GroupSetting => ({
    ...{ controller, files: [file], value, isNeeded: true },
  });
  const wished = (controller: Controller, files: string[], value: string): GroupSetting => ({
    ...{ controller, files, value, isNeeded: false },
  });
  const bytes = String(memoryBytes);
  const list = processors.join(',');
  if (version === 2) {
    return [
      needed('memory', 'memory.max', bytes),
      wished('memory', ['memory.swap.max'], '0'),
      wished('memory', ['memory.oom.group'], '1'),
      needed('pids', 'pids.max', String(processes)),
      needed('cpuset', 'cpuset.cpus', list),
      wished('cpu', ['cpu.weight'], String(clamp(weight, 1, 10_000))),
      wished('io', ['io.weight', 'io.bfq.weight'], String(clamp(weight, 1, 1000))),
    ];
  }
  return [
    // Once before the bound with swap, for a new group, and once after it, for one that had less.
    wished('memory', ['memory.limit_in_bytes'], bytes),
    wished('memory', ['memory.memsw.limit_in_bytes'], bytes),
    needed('memory', 'memory.limit_in_bytes', bytes),
    wished('memory', ['memory.swappiness'], '0'),
    needed('pids', 'pids.max', String(processes)),
    needed('cpuset', 'cpuset.cpus', list),
    wished('cpu', ['cpu.shares'], String(clamp((weight * sharesOfWeight100) / 100, 2, 262_144))),
    wished('io', ['blkio.weight', 'blkio.bfq.weight'], String(clamp(weight, 10, 1000))),
    ...(devices === undefined ? [] : [wished('devices', ['devices.deny'], 'a')]),
    // What the group above may not open is refused here, too.
    ...(devices ?? []).map((rule) => wished('devices', ['devices.allow'], rule)),
  ];
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}
