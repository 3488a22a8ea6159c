import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { limits } from '@clusterdesk/contracts';
import launcherScript from './launcher.sh';

/** Where the launcher and the recipes find the host's tools; never taken from a job or from our own environment. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Every process of a job carries this, besides its place in the process tree. Servers number their jobs from 1, so
 * with two agents on one host only the place of the spool tells whose job it is.
 */
export function jobMarker(folder: string, attempt: number): string {
  const place = createHash('sha256').update(dirname(folder)).digest('hex').slice(0, 16);
  return `CLUSTERDESK_JOB=${place}.${basename(folder)}.${String(attempt)}`;
}

/** A shell counts the size of files in blocks of this many bytes. */
const blockBytes = 512;
/** One more than is kept, so that the file shows that there was more. */
const outputBlocks = String(limits.jobOutputMaxBytes / blockBytes + 1);

/** Starts the launcher of a job in a session of its own. */
export function spawnLauncher(folder: string, marker: string, command: string[]): ChildProcess {
  const [name = '', value = ''] = marker.split(/=(.*)/s);
  const shell = ['-c', launcherScript, 'clusterdesk-job', folder, outputBlocks, ...command];
  const child = spawn('/bin/sh', shell, {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { PATH: systemPath, LANG: 'C.UTF-8', [name]: value },
  });
  child.unref();
  return child;
}
