import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { limits } from '@clusterdesk/contracts';

/**
 * How many bytes of a piece can go without cutting a UTF-8 sequence in two. Bytes that are no UTF-8 at all are not
 * held back.
 */
export function wholeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc2 && byte <= 0xf4) {
      const sequence = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return sequence > back ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80 || byte > 0xbf) {
      return bytes.length;
    }
  }
  return bytes.length;
}

/** What follows the kept part of an output that was longer. */
const cutNote = Buffer.from(
  '\nClusterDesk: 输出过长，其余部分未保存 / the output is too long, the rest was not kept\n',
);

/** How much of a file with a job's output is to be sent. */
export function keptBytes(size: number): number {
  return size > limits.jobOutputMaxBytes ? limits.jobOutputMaxBytes + cutNote.length : size;
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
  isEnded: boolean,
  keptMost: number = limits.jobOutputMaxBytes,
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
    const piece = buffer.subarray(0, length);
    const isLast = (isEnded && length < buffer.length) || length === left;
    return isLast ? piece : piece.subarray(0, wholeLength(piece));
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
