import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemPath } from '../processes/launcher.js';

const trialMs = 10_000;

/** Fewer than the threads of this process, which are the same account's. */
const fewerThanOwn = 3;

/** Makes a limit of processes for the rest of a shell script; not every shell has it under the same letter. */
export const limitProcesses = (count: string): string =>
  `{ ulimit -u ${count} || ulimit -p ${count}; } 2>/dev/null`;

/** Starts a process below a limit that the account has passed, then asks for one more than the limit of its own. */
const trialScript = [
  `${limitProcesses(String(fewerThanOwn))}; (:) && echo apart`,
  `${limitProcesses('1')}; (:) && echo loose`,
].join('\n');

/**
 * Whether the kernel counts the processes in a user namespace of bubblewrap's by themselves (Linux 5.14): then a limit that is set there is
 * the job's own, whatever else the account runs. Elsewhere it would add up all jobs and the platform.
 */
export async function countsProcessesApart(): Promise<boolean> {
  const options = ['--unshare-user', '--ro-bind', '/', '/', '--dev', '/dev', '--'];
  try {
    const { stdout } = await promisify(execFile)(
      'bwrap',
      [...options, '/bin/sh', '-c', `exec 2>/dev/null\n${trialScript}\nexit 0`],
      { timeout: trialMs, env: { PATH: systemPath } },
    );
    return stdout === 'apart\n';
  } catch (error) {
    // A shell that cannot start a process ends with an error, which is what is hoped for.
    return (error as { stdout?: unknown }).stdout === 'apart\n';
  }
}
