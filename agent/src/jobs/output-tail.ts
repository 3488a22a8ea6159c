import { closeSync, openSync, readSync } from 'node:fs';

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

/** Reads the next piece of a growing file; empty when there is nothing to send yet. */
export function readPiece(
  path: string,
  offset: number,
  most: number,
  isEnded: boolean,
): Buffer<ArrayBuffer> {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return Buffer.alloc(0); // The launcher has not opened it yet.
  }
  try {
    const buffer = Buffer.allocUnsafe(most);
    const length = readSync(file, buffer, 0, most, offset);
    const piece = buffer.subarray(0, length);
    const isLast = isEnded && length < most;
    return isLast ? piece : piece.subarray(0, wholeLength(piece));
  } finally {
    closeSync(file);
  }
}
