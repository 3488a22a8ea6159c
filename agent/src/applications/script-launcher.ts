import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { limits } from '@clusterdesk/contracts';
import { systemPath } from '../jobs/processes/launcher.js';

/** A shell counts the size of files in blocks of this many bytes. */
const blockBytes = 512;
/** One more than is kept, so that the file shows that there was more. */
const outputBlocks = limits.applicationOutputBytes / blockBytes + 1;

/** Every process of a script carries this, besides its place in the process tree; with two agents on one host the spool's place tells whose it is. */
export function scriptMarker(folder: string): string {
  const place = createHash('sha256').update(dirname(folder)).digest('hex').slice(0, 16);
  return `CLUSTERDESK_APPLICATION=${place}.${basename(folder)}`;
}

/**
 * The process that stays with a script when the agent goes. `started` appears in one step and only once (ln), so that of two
 * launchers the second leaves. The script is a file, and nothing is put into it. Output goes through a pipe to a writer that keeps
 * so much of it and takes the rest all the same, so that the script never waits or breaks for it. `exit` comes as one whole.
 */
const launcherScript = `
cd -- "$1" || exit 1
umask 077
read -r boot </proc/sys/kernel/random/boot_id
read -r stat </proc/$$/stat
printf '%s\\n%s\\n' "$boot" "$stat" >"started.$$"
ln "started.$$" started || { rm -f "started.$$"; exit 0; }
rm -f "started.$$"
trap : TERM INT HUP
mkfifo -m 600 output.pipe || { echo 125 >exit; exit 0; }
(
  trap '' TERM INT HUP XFSZ
  ulimit -f ${String(outputBlocks)}
  exec <output.pipe 2>/dev/null
  cat >>output.log || exec cat >/dev/null
) &
writer=$!
read -r stat </proc/$writer/stat
printf '%s\\n%s\\n' "$boot" "$stat" >writer
(
  umask 022
  cd / || exit 125
  exec /bin/sh "$1/script"
) >output.pipe 2>&1 </dev/null
code=$?
printf '%s\\n' "$code" >exit.new
mv exit.new exit
wait "$writer"
`;

/**
 * Starts the launcher of a script in a session of its own. Under systemd it gets a scope of its own: the memory that an agent's
 * unit may have is no measure for a package manager, and a stop of the unit is none of the script's business.
 */
export function spawnScript(folder: string, isScoped = hasSystemd()): ChildProcess {
  const [name = '', value = ''] = scriptMarker(folder).split('=');
  const shell = ['/bin/sh', '-c', launcherScript, 'clusterdesk-application', folder];
  const scope = ['systemd-run', '--scope', '--quiet', '--collect', '--'];
  const [command = '', ...args] = isScoped ? [...scope, ...shell] : shell;
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { PATH: systemPath, LANG: 'C.UTF-8', HOME: '/root', [name]: value },
  });
  child.unref();
  return child;
}

/** As sd_booted(3) finds out. */
function hasSystemd(): boolean {
  return existsSync('/run/systemd/system');
}
