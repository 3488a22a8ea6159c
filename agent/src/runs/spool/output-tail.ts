import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What follows the kept part of an output that was longer. */
const cutNote = Buffer.from(
  '\nClusterDesk: 输出过长，其余部分未保存 / the output is too long, the rest was not kept\n',
);

/** How much of a file with a run's output is to be sent. */
export function keptBytes(size: number, keptMost: number): number {
  return size > keptMost ? keptMost + cutNote.length : size;
}

/**
 * Reads the next piece of a growing file; empty when there is nothing to send yet. Of a file that is too long the
 * first part comes, and a note in the place of the rest.
 * @param keptMost bytes of the first part
 */
export function readPiece(
  path: string,
  offset: number,
  most: number,
  keptMost: number,
): Buffer<ArrayBuffer> {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return Buffer.alloc(0); // The launcher has not opened it yet.
  }
  try {
    const left = keptMost - offset;
    if (left <= 0) {
      const isCut = fstatSync(file).size > keptMost;
      return isCut ? cutNote.subarray(-left) : Buffer.alloc(0);
    }
    const buffer = Buffer.allocUnsafe(Math.min(most, left));
    const length = readSync(file, buffer, 0, buffer.length, offset);
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** The last bytes of a file, as text of one byte each; empty when there are none. */
export function readEnd(path: string, length: number): string {
  try {
    const file = openSync(path, 'r');
    try {
      const start = Math.max(0, fstatSync(file).size - length);
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, start)).toString('latin1');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
