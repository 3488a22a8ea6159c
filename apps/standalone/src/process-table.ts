import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** One process as /proc shows it. */
export interface ProcessEntry {
  pid: number;
  parentPid: number;
  /** One letter: R running, S sleeping, Z dead but not yet waited for. */
  state: string;
  /** Clock ticks after boot: with the pid it names a process for good, though pids are used again. */
  startTicks: number;
}

/** Reads one process; null when it is gone, or where there is no /proc. */
export function readProcess(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      state: fields[0] ?? '?',
      parentPid: Number(fields[1]),
      startTicks: Number(fields[19]),
    };
  } catch {
    return null;
  }
}

/** The command line of a process, its words in order; empty when it is gone. */
export function readCommandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** Every process below `pid`, children before grandchildren. */
export function listDescendants(pid: number): ProcessEntry[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const found: ProcessEntry[] = [];
  let parents = new Set([pid]);
  while (parents.size > 0) {
    const children = all.filter((entry) => parents.has(entry.parentPid));
    found.push(...children);
    parents = new Set(children.map((entry) => entry.pid));
  }
  return found;
}

/** Whether a process runs; a dead one that nobody has waited for yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return readProcess(pid)?.state !== 'Z';
}

/** Waits until a process is gone; false when it still runs after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() >= deadline) {
      return false;
    }
    await sleep(25);
  }
  return true;
}
