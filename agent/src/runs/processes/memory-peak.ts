import {
  isDead,
  isRunning,
  listProcesses,
  readProc,
  type ProcessIdentity,
  type ProcessStat,
} from '@clusterdesk/host';
import type { JobGroup } from '../../jobs/cgroups/job-group.js';
import { withDescendants } from './process-tree.js';

/** Pauses between two looks: short for a job that has just begun, for it may be over soon. */
const pauses = { firstMs: 50, mostMs: 2_000, growth: 1.5 };

/** Several jobs look at the processes of the host together: reading them all is what a look costs. */
const sharedMs = 500;
let shared: { at: number; list: ProcessStat[] } = { at: -Infinity, list: [] };

function recentProcesses(): ProcessStat[] {
  const now = performance.now();
  if (now - shared.at > sharedMs) {
    shared = { at: now, list: listProcesses().filter((stat) => !isDead(stat)) };
  }
  return shared.list;
}

/**
 * The most memory that a job held at once, as far as looks from time to time show it. With a control group it is what the kernel counted;
 * without one the largest sum of what its processes hold resident, and no less than the kernel's own peak of any one of
 * them, where memory that they share counts for each.
 */
export class MemoryPeak {
  private nextAt = 0;
  private pauseMs: number = pauses.firstMs;
  private mostBytes: number | null = null;
  private mostCachedBytes = 0;

  constructor(private readonly group: JobGroup | null) {}

  /** Null before the first look that saw a process. */
  get bytes(): number | null {
    return this.mostBytes;
  }

  /** Looks, unless the last look was a moment ago. */
  look(launcher: ProcessIdentity): void {
    const now = performance.now();
    if (now < this.nextAt || !isRunning(launcher)) {
      return;
    }
    this.pauseMs = Math.min(pauses.mostMs, this.pauseMs * pauses.growth);
    this.nextAt = now + this.pauseMs;
    if (!this.lookAtGroup()) {
      this.lookAtProcesses(launcher);
    }
  }

  /**
   * The kernel's own peak counts copies of files on disk, too, which cost the job nothing: the most of those that was ever seen is taken off
   * again. @returns false when nothing is known of a group
   */
  lookAtGroup(): boolean {
    const memory = this.group?.memory() ?? null;
    if (memory === null) {
      return false;
    }
    this.mostCachedBytes = Math.max(this.mostCachedBytes, memory.cachedBytes);
    this.note(memory.heldBytes);
    this.note((memory.mostBytes ?? 0) - this.mostCachedBytes);
    return true;
  }

  private lookAtProcesses(launcher: ProcessIdentity): void {
    let heldBytes = 0;
    for (const { pid } of withDescendants(recentProcesses(), [{ pid: launcher.pid, depth: 0 }])) {
      const memory = pid === launcher.pid ? null : readMemory(pid);
      if (memory) {
        heldBytes += memory.nowBytes;
        this.note(memory.peakBytes);
      }
    }
    if (heldBytes > 0) {
      this.note(heldBytes);
    }
  }

  private note(bytes: number): void {
    this.mostBytes = Math.max(this.mostBytes ?? 0, bytes);
  }
}

/** What a process holds and the most that it ever held; null when it is gone. */
function readMemory(pid: number): { nowBytes: number; peakBytes: number } | null {
  const status = readProc(`${String(pid)}/status`);
  return status === null
    ? null
    : {
        nowBytes: bytesOf(status, /^VmRSS:\s*(\d+) kB$/m),
        peakBytes: bytesOf(status, /^VmHWM:\s*(\d+) kB$/m),
      };
}

/** 0 where the line is missing: the process is ending. */
function bytesOf(status: string, line: RegExp): number {
  return Number(line.exec(status)?.[1] ?? 0) * 1024;
}
