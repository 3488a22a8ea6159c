import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemPath } from '../../runs/processes/launcher.js';
import trialScript from './process-count.sh';

const trialMs = 10_000;

/**
 * Whether the kernel counts the processes in a user namespace of bubblewrap's by themselves (Linux 5.14): then a limit that is set there is
 * the job's own, whatever else the account runs. Elsewhere it would add up all jobs and the platform.
 */
export async function countsProcessesApart(): Promise<boolean> {
  const options = ['--unshare-user', '--ro-bind', '/', '/', '--dev', '/dev', '--'];
  try {
    const { stdout } = await promisify(execFile)(
      'bwrap',
      [...options, '/bin/sh', '-c', trialScript],
      { timeout: trialMs, env: { PATH: systemPath } },
    );
    return stdout === 'apart\n';
  } catch (error) {
    // A shell that cannot start a process ends with an error, which is what is hoped for.
    return (error as { stdout?: unknown }).stdout === 'apart\n';
  }
}
