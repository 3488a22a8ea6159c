import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from '@clusterdesk/host';
import { findMembers, type Member } from './process-tree.js';

const roundMs = 50;
const killRounds = 100;

/** The processes of one job. */
export interface StopTarget {
  launcher: ProcessIdentity | null;
  marker: string;
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

/** Asks all of a job to end. Spared are the launcher and what stands directly below it: they wait for the rest. */
function askToEnd({ launcher, marker }: StopTarget): void {
  const members = findMembers(launcher, marker);
  signal(
    members.filter(({ depth }) => depth === null || depth > 1),
    'SIGTERM',
  );
}

/** Kills all of a job, again and again until nothing is left but the launcher, which then writes the exit code. */
export async function killAll({ launcher, marker }: StopTarget): Promise<void> {
  for (let round = 0; round < killRounds; round += 1) {
    const members = findMembers(launcher, marker).filter(({ depth }) => depth !== 0);
    if (members.length === 0) {
      return;
    }
    signal(members, 'SIGKILL');
    await sleep(roundMs);
  }
}

/** Ends a job: TERM to all of it, KILL to what is left of it after the grace. */
export async function stopProcesses(target: StopTarget, graceMs: number): Promise<void> {
  askToEnd(target);
  const deadline = performance.now() + graceMs;
  while (performance.now() < deadline && target.launcher && isRunning(target.launcher)) {
    await sleep(roundMs);
  }
  await killAll(target);
}
