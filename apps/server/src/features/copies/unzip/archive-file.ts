import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { NotAnArchiveError } from './unzip.errors.js';

/** The directory of an archive is read in pieces of this size, not field by field. */
const windowBytes = 16 * 1024;
const pieceBytes = 64 * 1024;

/**
 * Opens the archive that a file is. Sizes are checked while entries are read; names are not decoded. The handle stays the caller's.
 * @throws NotAnArchiveError
 */
export async function openArchive(handle: FileHandle): Promise<ZipFile> {
  const { size } = await handle.stat();
  try {
    return await fromRandomAccessReaderPromise(new WindowReader(handle), size, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: true,
    });
  } catch (error) {
    throw isSystemError(error) ? error : new NotAnArchiveError();
  }
}

/** Whether the system failed, not the archive. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code));
}

/** Reads a file at any place, and keeps the piece around the last one. */
class WindowReader extends RandomAccessReader {
  private window = Buffer.alloc(0);
  private windowStart = 0;

  constructor(private readonly handle: FileHandle) {
    super();
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.fill(buffer.subarray(offset, offset + length), position).then(
      () => callback(null),
      (error: unknown) => callback(error as Error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(pieces(this.handle, start, end), { objectMode: false });
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  private async fill(wanted: Buffer, position: number): Promise<void> {
    const end = position + wanted.length;
    if (position < this.windowStart || end > this.windowStart + this.window.length) {
      const piece = Buffer.allocUnsafe(Math.max(windowBytes, wanted.length));
      const { bytesRead } = await this.handle.read(piece, 0, piece.length, position);
      if (bytesRead < wanted.length) {
        throw new Error('The archive ends too early.');
      }
      this.window = piece.subarray(0, bytesRead);
      this.windowStart = position;
      this.window.copy(wanted, 0, 0, wanted.length);
      return;
    }
    this.window.copy(wanted, 0, position - this.windowStart, end - this.windowStart);
  }
}

/** A part of a file. Node's own streams would close the handle at their end, or leave a listener on it for each entry. */
async function* pieces(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, end - position));
    const { bytesRead } = await handle.read(piece, 0, piece.length, position);
    if (bytesRead === 0) {
      throw new Error('The archive ends too early.');
    }
    yield piece.subarray(0, bytesRead);
    position += bytesRead;
  }
}
