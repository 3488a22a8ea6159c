import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { limits } from '@clusterdesk/contracts';
import { blocksOf, markerOf, spawnApart } from '../jobs/processes/launcher.js';
import launcherScript from './script-launcher.sh';

const outputBlocks = blocksOf(limits.applicationOutputBytes);

/** Carried by every process of a script. */
export const scriptMarker = (folder: string): string => markerOf('CLUSTERDESK_APPLICATION', folder);

/**
 * Starts the launcher of a script in a session of its own. Under systemd it gets a scope of its own: the memory that an agent's
 * unit may have is no measure for a package manager, and a stop of the unit is none of the script's business.
 */
export function spawnScript(folder: string, isScoped = hasSystemd()): ChildProcess {
  const shell = ['/bin/sh', '-c', launcherScript, 'clusterdesk-application', folder, outputBlocks];
  const scope = ['systemd-run', '--scope', '--quiet', '--collect', '--'];
  const command = isScoped ? [...scope, ...shell] : shell;
  return spawnApart(command, scriptMarker(folder), { HOME: '/root' });
}

/** As sd_booted(3) finds out. */
function hasSystemd(): boolean {
  return existsSync('/run/systemd/system');
}
