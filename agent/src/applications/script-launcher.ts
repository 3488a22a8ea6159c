import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { limits } from '@clusterdesk/contracts';
import { systemPath } from '../jobs/processes/launcher.js';
import launcherScript from './script-launcher.sh';

/** A shell counts the size of files in blocks of this many bytes. */
const blockBytes = 512;
/** One more than is kept, so that the file shows that there was more. */
const outputBlocks = String(limits.applicationOutputBytes / blockBytes + 1);

/** Every process of a script carries this, besides its place in the process tree; with two agents on one host the spool's place tells whose it is. */
export function scriptMarker(folder: string): string {
  const place = createHash('sha256').update(dirname(folder)).digest('hex').slice(0, 16);
  return `CLUSTERDESK_APPLICATION=${place}.${basename(folder)}`;
}

/**
 * Starts the launcher of a script in a session of its own. Under systemd it gets a scope of its own: the memory that an agent's
 * unit may have is no measure for a package manager, and a stop of the unit is none of the script's business.
 */
export function spawnScript(folder: string, isScoped = hasSystemd()): ChildProcess {
  const [name = '', value = ''] = scriptMarker(folder).split('=');
  const shell = ['/bin/sh', '-c', launcherScript, 'clusterdesk-application', folder, outputBlocks];
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
