import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { limits } from '@clusterdesk/contracts';

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
const outputBlocks = limits.jobOutputMaxBytes / blockBytes + 1;

/**
 * The process that stays with a job when the agent goes. `started` appears in one step and only once (ln), so that
 * of two launchers the second leaves. Output goes through a pipe to a writer of the launcher's: a job that held the file itself could make it
 * as large as the disk. The writer keeps so much of it and takes the rest from the pipe all the same, so that the job never
 * waits or breaks for it; `cut` says that the disk took less than that. A job may open the pipe anew, as `>/dev/stderr` does, hence its mode.
 * `exit` counts from its line's end on, and comes when the script has ended; the launcher itself goes when all output has been written. Before `exit`
 * stands in `usage` what the shell knows of the processor time of those that it, and they, waited for.
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
mkfifo -m 622 output.pipe || { echo 125 >exit; exit 0; }
(
  trap '' TERM INT HUP XFSZ
  ulimit -f ${String(outputBlocks)}
  exec <output.pipe 2>/dev/null
  cat >>output.log || { : >cut; exec cat >/dev/null; }
) &
writer=$!
read -r stat </proc/$writer/stat
printf '%s\\n%s\\n' "$boot" "$stat" >writer
(
  { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
  exec "$@"
) >output.pipe 2>&1 3<script 4<environment 5>begin 6<filter </dev/null
code=$?
{ times; read -r uptime rest </proc/uptime; printf '%s\\n' "$uptime"; } >usage
printf '%s\\n' "$code" >exit
wait "$writer"
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
