import { lstatSync, readFileSync } from 'node:fs';
import { isWithin, type JobFolders } from './files/folders.js';

/**
 * Unix sockets of the host that a job would find in the file system: a read-only mount does not keep anybody from connecting to
 * one. The kernel lists those that are bound now, by the path that their owner used; a relative path tells nothing, and neither does one that
 * a container sees.
 * @param open sockets, or folders of sockets, that jobs may use
 */
export function findHostSockets(
  { visible, covers, scratch }: JobFolders,
  open: readonly string[],
  table = '/proc/net/unix',
): string[] {
  const paths = readFileSync(table, 'latin1')
    .split('\n')
    .map((line) => line.match(/^(?:\S+\s+){7}(\/.*)$/)?.[1])
    .filter((path) => path !== undefined);
  const elsewhere = [...visible, ...covers, ...scratch, ...open];
  return [...new Set(paths)]
    .filter((path) => !elsewhere.some((folder) => isWithin(path, folder)) && isSocket(path))
    .sort();
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false; // It is gone, or is somewhere else for the process that bound it.
  }
}
