import { existsSync } from 'node:fs';
import { launcherOf, markerOf, spawnApart } from '../runs/processes/launcher.js';
import type { RunFolder } from '../runs/spool/run-folder.js';

/** Nothing is put into the script, which is a file. */
const openScript = 'umask 022; cd / || exit 125; exec /bin/sh "$0"';
/** A systemd that has made no scope in this time is done without: its bus may hang. */
const scopeMs = 10_000;

/** Carried by every process of a script. */
export const scriptMarker = (folder: string): string => markerOf('CLUSTERDESK_APPLICATION', folder);

/**
 * Starts the launcher of a script in a session of its own. Under systemd it gets a scope of its own: the memory that an agent's
 * unit may have is no measure for a package manager, and a stop of the unit is none of the script's business. A systemd that makes
 * no scope is done without.
 */
export function launchScript(
  folder: RunFolder<unknown>,
  onGone: () => void,
  isScoped = hasSystemd(),
): void {
  const script = ['/bin/sh', '-c', openScript, `${folder.path}/script`];
  const launcher = launcherOf(folder.path, folder.keptBytes, script);
  const scope = isScoped ? ['systemd-run', '--scope', '--quiet', '--collect', '--'] : [];
  const marker = scriptMarker(folder.path);
  const child = spawnApart([...scope, ...launcher], marker, { HOME: '/root' });
  const hasStarted = (): boolean => Boolean(folder.readStarted()?.launcher);
  const isStuck = setTimeout(() => {
    if (!hasStarted()) {
      child.kill('SIGKILL');
    }
  }, scopeMs).unref();
  const onEnd = (): void => {
    clearTimeout(isStuck);
    if (isScoped && !hasStarted()) {
      launchScript(folder, onGone, false);
    } else {
      onGone();
    }
  };
  child.once('exit', onEnd);
  child.once('error', onEnd);
}

/** As sd_booted(3) finds out. */
function hasSystemd(): boolean {
  return existsSync('/run/systemd/system');
}
