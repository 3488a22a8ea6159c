import type { Stats } from 'node:fs';

const zeros = Buffer.alloc(1024 * 1024);
/** `st_blocks` counts in these, whatever the filesystem's own blocks are (POSIX). */
const blockBytes = 512;

/** Whether a file has holes: it takes less of the disk than it is long. A compressing filesystem looks the same. */
export function isSparse({ size, blocks }: Pick<Stats, 'size' | 'blocks'>): boolean {
  return blocks * blockBytes < size;
}

/** Whether a piece of a file is nothing but zeros, as a hole reads. */
export function isZero(piece: Buffer): boolean {
  for (let start = 0; start < piece.length; start += zeros.length) {
    const end = Math.min(start + zeros.length, piece.length);
    if (piece.compare(zeros, 0, end - start, start, end) !== 0) {
      return false;
    }
  }
  return true;
}
