/** Processor seconds of the families of processes that take part in a measurement. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { cpuSecondsOf, listFamily } from '../process-family.mjs';

/**
 * @param {Record<string, () => number[]>} families the roots of each, asked anew each time
 * @returns {Record<string, number>} seconds so far
 */
export function readFamilies(families) {
  return Object.fromEntries(
    Object.entries(families).map(([name, roots]) => [
      name,
      roots().flatMap(listFamily).reduce(addSeconds, 0),
    ]),
  );
}

function addSeconds(sum, pid) {
  try {
    return sum + cpuSecondsOf(pid);
  } catch {
    // It ended meanwhile; its parent counts it.
    return sum;
  }
}

/** What each family has used between two readings. */
export const between = (before, after) =>
  Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - (before[name] ?? 0)]));

/** The parent of a process. */
export function parentOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** How many TCP connections a process has open to a port of this host. */
export function connectionsTo(pid, port) {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  const inodes = new Set(
    ['tcp', 'tcp6']
      .flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, 'latin1').split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote, state]) => remote?.endsWith(end) && state === established)
      .map((fields) => fields[9]),
  );
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      return inode !== undefined && inodes.has(inode);
    } catch {
      return false;
    }
  }).length;
}
