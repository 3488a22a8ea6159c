import { open, type FileHandle } from 'node:fs/promises';
import { isErrno } from '../../platform/file-space/file-space.errors.js';
import { fileMode } from '../../platform/file-space/safe-directory.js';
import { NoSpaceLeftError } from './transfer.errors.js';

/** Received bytes are flushed along the way in steps of this, so that the flush at the end of a large file is short. */
const flushStepBytes = 64 * 1024 * 1024;

/** A new file of the platform's own, for what comes next. */
export async function createFile(path: string): Promise<FileHandle> {
  return withRoom(() => open(path, 'wx', fileMode));
}

/**
 * Writes a stream into an open file from a position on, and returns how many bytes came. Stops, and returns one more than
 * `maxBytes`, when there are more than that; none of those beyond is written. Each `stepBytes` begin to be flushed while
 * the next ones come.
 * @throws NoSpaceLeftError
 */
export async function receiveInto(
  handle: FileHandle,
  stream: AsyncIterable<Buffer>,
  position: number,
  maxBytes: number,
  stepBytes = flushStepBytes,
): Promise<number> {
  let seenBytes = 0;
  let flushedBytes = 0;
  let isFlushing = false;
  let flush: Promise<unknown> = Promise.resolve();
  try {
    for await (const chunk of stream) {
      if (seenBytes + chunk.length > maxBytes) {
        return maxBytes + 1;
      }
      await writeWhole(handle, chunk, position + seenBytes);
      seenBytes += chunk.length;
      if (!isFlushing && seenBytes - flushedBytes >= stepBytes) {
        flushedBytes = seenBytes;
        isFlushing = true;
        // What goes wrong shows again in the flush at the end.
        flush = handle
          .datasync()
          .catch(() => undefined)
          .finally(() => (isFlushing = false));
      }
    }
    return seenBytes;
  } finally {
    await flush;
  }
}

async function writeWhole(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const at = done;
    const { bytesWritten } = await withRoom(() =>
      handle.write(chunk, at, chunk.length - at, position + at),
    );
    done += bytesWritten;
  }
}

/** Says of a full disk what people can understand. */
export async function withRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isErrno(error, 'ENOSPC', 'EDQUOT') ? new NoSpaceLeftError() : error;
  }
}
