import { readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { endProcess, readCommandLine, readProc } from '@clusterdesk/host';
import type { AccountFiles } from './account-files.js';

/**
 * A launcher that was killed (-9) leaves its PostgreSQL running on the data folder; it has to end first.
 * @param uid whom it runs as
 */
export async function stopOrphanedDatabase(
  dataFolder: string,
  files: AccountFiles,
  uid: number,
): Promise<void> {
  const pid = Number(files.read(join(dataFolder, 'postmaster.pid'))?.split('\n')[0] ?? NaN);
  if (Number.isInteger(pid) && pid > 1 && isDatabase(pid, dataFolder, uid)) {
    await stopDatabase(pid, (name) => files.signal(pid, name));
  }
}

/** The pid may belong to something else by now, and the file says what its owner likes. */
function isDatabase(pid: number, dataFolder: string, uid: number): boolean {
  const uids = /^Uid:\t(\d+)\t(\d+)\t(\d+)/m.exec(readProc(`${String(pid)}/status`) ?? '');
  return (
    uids?.slice(1).every((each) => Number(each) === uid) === true &&
    programOf(pid) === 'postgres' &&
    readCommandLine(pid).includes(dataFolder)
  );
}

/** The name of the file that a process runs; one that was replaced meanwhile, by an update, keeps its name here. */
function programOf(pid: number): string | null {
  try {
    return basename(readlinkSync(`/proc/${String(pid)}/exe`)).replace(/ \(deleted\)$/, '');
  } catch {
    return null;
  }
}

/** Fast shutdown, which ends sessions and flushes; harder when that takes too long. */
export function stopDatabase(pid: number, send?: (name: NodeJS.Signals) => void): Promise<void> {
  return endProcess(pid, { SIGINT: 5000, SIGQUIT: 1000, SIGKILL: 1000 }, send);
}
