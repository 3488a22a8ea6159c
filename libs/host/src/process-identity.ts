import { isDead, readProc, readProcess } from './process-table.js';

/** Identifies one process for good: a pid alone is used again by others, and start times begin anew with each boot. */
export interface ProcessIdentity {
  bootId: string;
  pid: number;
  /** Clock ticks after boot. */
  startTicks: number;
}

/** USER_HZ, 100 on every Linux that Node runs on. */
const tickMs = 10;

/** Changes with each start of the host; null where there is no /proc. */
export function readBootId(): string | null {
  return readProc('sys/kernel/random/boot_id')?.trim() ?? null;
}

/** The identity of a running process; null when it is gone, or where there is no /proc. */
export function identify(pid: number): ProcessIdentity | null {
  const stat = readProcess(pid);
  const bootId = readBootId();
  return stat === null || bootId === null ? null : { bootId, pid, startTicks: stat.startTicks };
}

/** Whether that very process still runs. A zombie does not. */
export function isRunning(identity: ProcessIdentity): boolean {
  const stat = readProcess(identity.pid);
  return (
    stat !== null &&
    stat.startTicks === identity.startTicks &&
    !isDead(stat) &&
    readBootId() === identity.bootId
  );
}

/**
 * Milliseconds since a process of this boot was started, whatever was done to the wall clock.
 * @param uptimeMs of the host, at the moment that is meant: now, unless it is given
 */
export function ageMs(
  identity: ProcessIdentity,
  uptimeMs = Number.parseFloat(readProc('uptime') ?? '') * 1000,
): number {
  return uptimeMs - identity.startTicks * tickMs;
}
