import type { Stats } from 'node:fs';

/** The unit of holes on common filesystems: a larger one would fill small holes. */
const unitBytes = 4096;
const zeros = Buffer.alloc(unitBytes);
/** `st_blocks` counts in these, whatever the filesystem's own blocks are (POSIX). */
const blockBytes = 512;

/** Whether a file has holes: it takes less of the disk than it is long. A compressing filesystem looks the same. */
export function isSparse({ size, blocks }: Pick<Stats, 'size' | 'blocks'>): boolean {
  return blocks * blockBytes < size;
}

/** The parts of a buffer that are not only zeros, as holes read; `end` is exclusive. */
export function writtenRuns(piece: Buffer): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let start = 0; start < piece.length; start += unitBytes) {
    const end = Math.min(start + unitBytes, piece.length);
    if (piece.compare(zeros, 0, end - start, start, end) === 0) {
      continue;
    }
    const last = runs.at(-1);
    if (last?.end === start) {
      last.end = end;
    } else {
      runs.push({ start, end });
    }
  }
  return runs;
}
