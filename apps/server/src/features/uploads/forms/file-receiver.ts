import { open, type FileHandle } from 'node:fs/promises';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';
import { fileMode } from '../../../platform/file-space/safe-directory.js';
import { NoSpaceLeftError } from '../../spaces/space.errors.js';

/** Received bytes are flushed along the way in steps of this, so that the flush at the end of a large file is short. */
const flushStepBytes = 64 * 1024 * 1024;
const writeBytes = 1024 * 1024;

/** A new file of the platform's own, for what comes next. */
export async function createFile(path: string): Promise<FileHandle> {
  return withRoom(() => open(path, 'wx', fileMode));
}

/**
 * Writes a stream into an open file from a position on, and returns how many bytes came. Stops, and returns one more than
 * `maxBytes`, when there are more than that; none of those beyond is written. Each `stepBytes` begin to be flushed while
 * the next ones come. A piece of the stream must keep its memory for itself: it is written while the next ones come.
 * @throws NoSpaceLeftError
 */
export async function receiveInto(
  handle: FileHandle,
  stream: AsyncIterable<Buffer>,
  position: number,
  maxBytes: number,
  stepBytes = flushStepBytes,
): Promise<number> {
  const writer = new PieceWriter(handle, position, stepBytes);
  let seenBytes = 0;
  try {
    for await (const chunk of stream) {
      if (seenBytes + chunk.length > maxBytes) {
        return maxBytes + 1;
      }
      seenBytes += chunk.length;
      await writer.add(chunk);
    }
    await writer.writeRest();
    return seenBytes;
  } finally {
    await writer.settle();
  }
}

/** Writes in few large steps what comes in many small pieces: one step is under way while the next is gathered. */
class PieceWriter {
  private pieces: Buffer[] = [];
  private gatheredBytes = 0;
  private writing: Promise<void> = Promise.resolve();
  private unflushedBytes = 0;
  private flush: Promise<unknown> | null = null;

  constructor(
    private readonly handle: FileHandle,
    private position: number,
    private readonly stepBytes: number,
  ) {}

  async add(piece: Buffer): Promise<void> {
    this.pieces.push(piece);
    this.gatheredBytes += piece.length;
    if (this.gatheredBytes >= writeBytes) {
      await this.beginWrite();
    }
  }

  async writeRest(): Promise<void> {
    await this.beginWrite();
    await this.writing;
  }

  /** Nothing touches the file any more when it resolves; never throws. */
  async settle(): Promise<void> {
    await this.writing.catch(() => undefined);
    await this.flush;
  }

  private async beginWrite(): Promise<void> {
    await this.writing;
    const { pieces, gatheredBytes, position } = this;
    this.beginFlush();
    this.pieces = [];
    this.gatheredBytes = 0;
    this.position += gatheredBytes;
    this.unflushedBytes += gatheredBytes;
    this.writing = writeWhole(this.handle, pieces, position);
    // It is awaited with the next step; until then a failure is nobody's.
    this.writing.catch(() => undefined);
  }

  private beginFlush(): void {
    if (this.flush === null && this.unflushedBytes >= this.stepBytes) {
      this.unflushedBytes = 0;
      // What goes wrong shows again in the flush at the end.
      this.flush = this.handle
        .datasync()
        .catch(() => undefined)
        .finally(() => (this.flush = null));
    }
  }
}

async function writeWhole(handle: FileHandle, pieces: Buffer[], position: number): Promise<void> {
  let left = pieces.filter(({ length }) => length > 0);
  let at = position;
  while (left.length > 0) {
    const rest = left;
    const from = at;
    const { bytesWritten } = await withRoom(() => handle.writev(rest, from));
    at += bytesWritten;
    left = without(left, bytesWritten);
  }
}

/** The pieces behind their first bytes. */
function without(pieces: Buffer[], firstBytes: number): Buffer[] {
  let skip = firstBytes;
  const index = pieces.findIndex(({ length }) => {
    if (length > skip) {
      return true;
    }
    skip -= length;
    return false;
  });
  const [cut, ...others] = index === -1 ? [] : pieces.slice(index);
  return cut ? [cut.subarray(skip), ...others] : [];
}

/** Says of a full disk what people can understand. */
export async function withRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isErrno(error, 'ENOSPC', 'EDQUOT') ? new NoSpaceLeftError() : error;
  }
}
