import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** One process as /proc/<pid>/stat shows it. */
export interface ProcessStat {
  pid: number;
  parentPid: number;
  /** One letter: R running, S sleeping, Z dead but not yet waited for, X dead. */
  state: string;
  /** Clock ticks after boot. */
  startTicks: number;
}

/** Reads a line of /proc/<pid>/stat; the command name may hold spaces and brackets. Null when the line is not whole. */
export function parseStat(text: string): ProcessStat | null {
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  const stat = {
    pid: Number.parseInt(text, 10),
    parentPid: Number(fields[1]),
    state: fields[0] ?? '',
    startTicks: Number(fields[19]),
  };
  const isWhole = nameEnd > 0 && stat.pid > 0 && stat.parentPid >= 0 && stat.startTicks >= 0;
  return isWhole ? stat : null;
}

/** A file of /proc, or null: the process ended meanwhile, belongs to another user, or the system has no /proc. */
export function readProc(path: string): string | null {
  try {
    return readFileSync(`/proc/${path}`, 'latin1');
  } catch {
    return null;
  }
}

/** One process, or null when there is none of that number. */
export function readProcess(pid: number): ProcessStat | null {
  const text = readProc(`${String(pid)}/stat`);
  return text === null ? null : parseStat(text);
}

/** Every process that this one can see. */
export function listProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** Every process below `pid`, children before grandchildren. */
export function listDescendants(pid: number): ProcessStat[] {
  const all = listProcesses();
  const found: ProcessStat[] = [];
  let parents = new Set([pid]);
  while (parents.size > 0) {
    const children = all.filter((entry) => parents.has(entry.parentPid));
    found.push(...children);
    parents = new Set(children.map((entry) => entry.pid));
  }
  return found;
}

/** The command line of a process, its words in order; empty when it is gone. */
export function readCommandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
      .split('\0')
      .slice(0, -1);
  } catch {
    return [];
  }
}

/** What a process was started with under this name in its environment; null: nothing, or it may not be read. */
export function readEnvironmentEntry(pid: number, name: string): string | null {
  const text = readProc(`${String(pid)}/environ`);
  const entry = text?.split('\0').find((word) => word.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? null;
}

/** Whether a process was started with this entry (`NAME=value`) in its environment; false if it may not be read. */
export function hasEnvironmentEntry(pid: number, entry: string): boolean {
  const text = readProc(`${String(pid)}/environ`);
  return text !== null && `\0${text}`.includes(`\0${entry}\0`);
}

/** Whether a process runs. One that is dead and not yet waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isDead(readProcess(pid));
}

/** Whether /proc shows a process that has ended and is not yet waited for. */
export function isDead(stat: ProcessStat | null): boolean {
  return stat !== null && 'ZX'.includes(stat.state);
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

/**
 * Ends a process by one signal after the other, each with the milliseconds that it then has.
 * @param send whoever may find another process under the number by then says whom it means
 */
export async function endProcess(
  pid: number,
  steps: Partial<Record<NodeJS.Signals, number>>,
  send = (signal: NodeJS.Signals): void => void process.kill(pid, signal),
): Promise<void> {
  for (const [signal, waitMs] of Object.entries(steps) as [NodeJS.Signals, number][]) {
    if (!isAlive(pid)) {
      return;
    }
    send(signal);
    await waitUntilGone(pid, waitMs);
  }
}
