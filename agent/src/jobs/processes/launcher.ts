import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';

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

/**
 * The process that stays with a job when the agent goes. `started` appears in one step and only once (ln), so that
 * of two launchers the second leaves; `exit` appears in one step too, when all output has been written. Before it stands in
 * `usage` what the shell knows of the processor time of those that it, and they, waited for.
 */
const launcherScript = `
cd -- "$1" || exit 1
shift
umask 077
read -r boot </proc/sys/kernel/random/boot_id
read -r stat </proc/$$/stat
printf '%s\\n%s\\n' "$boot" "$stat" >"started.$$"
ln "started.$$" started || { rm -f "started.$$"; exit 0; }
rm -f "started.$$"
trap : TERM INT HUP
"$@" 3<script 4<environment 5>begin </dev/null >>output.log 2>&1
code=$?
times >usage
printf '%s\\n' "$code" >exit.tmp && mv exit.tmp exit
`;

/** Starts the launcher of a job in a session of its own. */
export function spawnLauncher(folder: string, marker: string, command: string[]): ChildProcess {
  const [name = '', value = ''] = marker.split(/=(.*)/s);
  const child = spawn('/bin/sh', ['-c', launcherScript, 'clusterdesk-job', folder, ...command], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { PATH: systemPath, LANG: 'C.UTF-8', [name]: value },
  });
  child.unref();
  return child;
}
