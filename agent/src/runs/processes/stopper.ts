import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from '@clusterdesk/host';
import type { JobGroup } from '../../jobs/cgroups/job-group.js';
import { findMembers, type Member, treeOf } from './process-tree.js';

const roundMs = 50;
const killRounds = 100;

/** The processes of one job. */
export interface StopTarget {
  launcher: ProcessIdentity | null;
  marker: string;
  /** Its control group; null where it has none. */
  group: JobGroup | null;
  /** What takes its output; null before it is there. */
  writer: ProcessIdentity | null;
}

function membersOf({ launcher, marker, group, writer }: StopTarget): Member[] {
  return findMembers(launcher, marker, group?.exists ? group.pids() : undefined, writer);
}

function signal(members: Member[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const { pid } of members) {
    try {
      process.kill(pid, name);
    } catch {
      // Gone already.
    }
  }
}

/** Kills all of a job, again and again until nothing is left but the launcher, which then writes the exit code. */
export async function killAll(target: StopTarget): Promise<void> {
  for (let round = 0; round < killRounds; round += 1) {
    target.group?.kill();
    const members = membersOf(target).filter(({ depth }) => depth !== 0);
    if (members.length === 0) {
      return;
    }
    signal(members, 'SIGKILL');
    await sleep(roundMs);
  }
}

/**
 * Ends a script: TERM to all of it, KILL to what is left after the grace.
 * @param spared processes down to this depth get no TERM; below the launcher stands what confines a job, and waits for it
 */
export async function stopProcesses(
  target: StopTarget,
  graceMs: number,
  spared = 1,
  isOver = () => !target.launcher || !isRunning(target.launcher),
): Promise<void> {
  signal(
    membersOf(target).filter(({ depth }) => depth === null || depth > spared),
    'SIGTERM',
  );
  const deadline = performance.now() + graceMs;
  while (performance.now() < deadline && !isOver()) {
    await sleep(roundMs);
  }
  await killAll(target);
}

/** Waits until the writer has taken all output that is left, which it has when nobody can write any more; kills it otherwise. */
export async function endWriter(writer: ProcessIdentity, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (isRunning(writer) && performance.now() < deadline) {
    await sleep(roundMs / 2);
  }
  killTree(writer);
}

/** Kills a process, if it still runs, and everything below it. */
export function killTree(root: ProcessIdentity | null): void {
  signal(treeOf(root), 'SIGKILL');
}
