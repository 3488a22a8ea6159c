import { statfsSync } from 'node:fs';
import { limits } from '@clusterdesk/contracts';

/** So much is kept of every run, as long as the disk takes it. */
const leastBytes = 64 * 1024 ** 2;
/** As a shell counts the size of files. */
const blockBytes = 512;

/**
 * How many bytes of output to keep of one more job: half of what its disk has beyond what the others may still write, so that talkative
 * jobs do not fill it together. Of a job that is given less than `limits.jobOutputMaxBytes` the output ends with a note.
 * @param others bytes that the others have written each
 */
export function outputRoom(freeBytes: number, others: readonly number[]): number {
  const most = limits.jobOutputMaxBytes;
  const promised = others.reduce((sum, written) => sum + Math.max(0, most - written), 0);
  const room = Math.min(most, Math.max(leastBytes, (freeBytes - promised) / 2));
  return Math.floor(room / blockBytes) * blockBytes;
}

/** What a process without special rights may still write on the disk of a folder. */
export function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
