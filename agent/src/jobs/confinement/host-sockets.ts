import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isWithin, type JobFolders } from './files/folders.js';

/**
 * Unix sockets of the host that a job would find in the file system: a read-only mount does not keep anybody from connecting to
 * one. The kernel lists those that are bound now, by the path that their owner used; a relative path tells nothing, and neither does one that
 * a container sees.
 * @param open sockets, or folders of sockets, that jobs may use
 */
export function findHostSockets(
  { visible, covers, scratch }: Pick<JobFolders, 'visible' | 'covers' | 'scratch'>,
  open: readonly string[],
  table = '/proc/net/unix',
): string[] {
  const paths = readFileSync(table, 'latin1')
    .split('\n')
    .map((line) => line.match(/^(?:\S+\s+){7}(\/.*)$/)?.[1])
    .filter((path) => path !== undefined);
  const elsewhere = [...visible, ...covers, ...scratch, ...open];
  return [...new Set(paths.map(findSocket))]
    .filter((path) => path !== null)
    .filter((path) => !elsewhere.some((folder) => isWithin(path, folder)))
    .sort();
}

/** Where a socket lies: its owner may have named it through a link, as Docker's does (/var/run). Null: it is not there. */
function findSocket(named: string): string | null {
  try {
    const path = join(realpathSync(dirname(named)), basename(named));
    return lstatSync(path).isSocket() ? path : null;
  } catch {
    return null; // It is gone, or is somewhere else for the process that bound it.
  }
}
