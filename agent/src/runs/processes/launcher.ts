import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { limits } from '@clusterdesk/contracts';
import launcherScript from './launcher.sh';

/** Where the launcher and the recipes find the host's tools; never taken from a job or from our own environment. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The entry of the environment that shows whose a process is, besides its place in the process tree. Servers number their jobs from 1,
 * so with two agents on one host only the place of the spool tells.
 */
export function markerOf(name: string, folder: string): string {
  const place = createHash('sha256').update(dirname(folder)).digest('hex').slice(0, 16);
  return `${name}=${place}.${basename(folder)}`;
}

/** Carried by every process of a job. */
export const jobMarker = (folder: string, attempt: number): string =>
  `${markerOf('CLUSTERDESK_JOB', folder)}.${String(attempt)}`;

/** So many bytes as a shell counts the size of files, and one block more, so that the file shows that there was more. */
const blocksOf = (bytes: number): string => String(bytes / 512 + 1);

/** The launcher of the script in a spool folder, as a command. @param outputBytes how much of its output is kept */
export function launcherOf(folder: string, outputBytes: number, command: string[]): string[] {
  const shell = ['/bin/sh', '-c', launcherScript, 'clusterdesk-script', folder];
  return [...shell, blocksOf(outputBytes), ...command];
}

/** Starts a program that outlives the agent, in a session of its own. */
export function spawnApart(
  [program = '', ...args]: string[],
  marker: string,
  env: Record<string, string> = {},
): ChildProcess {
  const [name = '', value = ''] = marker.split(/=(.*)/s);
  const child = spawn(program, args, {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { PATH: systemPath, LANG: 'C.UTF-8', ...env, [name]: value },
  });
  child.unref();
  return child;
}

/** A job is the kernel's first choice where memory runs out, and has its files open as the recipes expect them. */
const openJob = `{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
exec "$@" 3<script 4<environment 5>begin 6<filter`;

/** Starts the launcher of a job. @param outputBytes how much of its output is kept, whole blocks of 512 */
export function spawnLauncher(
  folder: string,
  marker: string,
  command: string[],
  outputBytes: number = limits.jobOutputMaxBytes,
): ChildProcess {
  const job = ['/bin/sh', '-c', openJob, 'clusterdesk-job', ...command];
  return spawnApart(launcherOf(folder, outputBytes, job), marker);
}
