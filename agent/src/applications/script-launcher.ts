import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { limits } from '@clusterdesk/contracts';
import { launcherOf, markerOf, spawnApart } from '../jobs/processes/launcher.js';

/** Nothing is put into the script, which is a file. */
const openScript = 'umask 022; cd / || exit 125; exec /bin/sh "$0"';

/** Carried by every process of a script. */
export const scriptMarker = (folder: string): string => markerOf('CLUSTERDESK_APPLICATION', folder);

/**
 * Starts the launcher of a script in a session of its own. Under systemd it gets a scope of its own: the memory that an agent's
 * unit may have is no measure for a package manager, and a stop of the unit is none of the script's business.
 */
export function spawnScript(folder: string, isScoped = hasSystemd()): ChildProcess {
  const script = ['/bin/sh', '-c', openScript, `${folder}/script`];
  const launcher = launcherOf(folder, limits.applicationOutputBytes, script);
  const scope = isScoped ? ['systemd-run', '--scope', '--quiet', '--collect', '--'] : [];
  return spawnApart([...scope, ...launcher], scriptMarker(folder), { HOME: '/root' });
}

/** As sd_booted(3) finds out. */
function hasSystemd(): boolean {
  return existsSync('/run/systemd/system');
}
