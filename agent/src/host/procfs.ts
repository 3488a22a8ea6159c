import { readdirSync, readFileSync } from 'node:fs';

/** What /proc/<pid>/stat says of one process that we need. Start time is in clock ticks since boot. */
export interface ProcessStat {
  pid: number;
  state: string;
  parentPid: number;
  startTicks: number;
}

/** Names one process for good: a pid alone may be used again by another. */
export interface ProcessIdentity {
  bootId: string;
  pid: number;
  startTicks: number;
}

/** USER_HZ, 100 on every Linux that Node runs on. */
const TICK_MS = 10;

/** Reads a line of /proc/<pid>/stat; the command name may hold spaces and brackets. */
export function parseStat(text: string): ProcessStat | null {
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  const stat = {
    pid: Number.parseInt(text, 10),
    state: fields[0] ?? '',
    parentPid: Number(fields[1]),
    startTicks: Number(fields[19]),
  };
  const isWhole = nameEnd > 0 && stat.pid > 0 && stat.parentPid >= 0 && stat.startTicks >= 0;
  return isWhole ? stat : null;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null; // The process ended meanwhile, or is none of ours.
  }
}

/** One process, or null when there is none of that number. */
export function readProcess(pid: number): ProcessStat | null {
  const text = readOrNull(`/proc/${String(pid)}/stat`);
  return text === null ? null : parseStat(text);
}

/** Every process that we can see. */
export function listProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((stat) => stat !== null);
}

/** Whether a process was started with this entry (`NAME=value`) in its environment; false if it may not be asked. */
export function hasEnvironmentEntry(pid: number, entry: string): boolean {
  const text = readOrNull(`/proc/${String(pid)}/environ`);
  return text !== null && `\0${text}`.includes(`\0${entry}\0`);
}

/** Changes with each start of the host. */
export function readBootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
}

/** The identity of a running process, or null when it is gone. */
export function identify(pid: number): ProcessIdentity | null {
  const stat = readProcess(pid);
  return stat === null ? null : { bootId: readBootId(), pid, startTicks: stat.startTicks };
}

/** Whether that very process still runs. A zombie does not. */
export function isRunning(identity: ProcessIdentity): boolean {
  const stat = readProcess(identity.pid);
  return (
    stat !== null &&
    stat.startTicks === identity.startTicks &&
    !'ZX'.includes(stat.state) &&
    readBootId() === identity.bootId
  );
}

/** How long a process of this boot has been there, whatever was done to the wall clock. */
export function ageMs(identity: ProcessIdentity): number {
  const uptimeMs = Number.parseFloat(readFileSync('/proc/uptime', 'latin1')) * 1000;
  return uptimeMs - identity.startTicks * TICK_MS;
}
