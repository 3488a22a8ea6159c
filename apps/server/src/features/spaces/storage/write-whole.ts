import type { FileHandle } from 'node:fs/promises';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';
import { NoSpaceLeftError } from '../space.errors.js';
import type { WriteRoom } from './free-space-guard.service.js';

/**
 * Writes the whole buffer, also when the system takes it in parts, unless it would use the disk's reserve.
 * @throws NoSpaceLeftError
 */
export async function writeWhole(
  room: WriteRoom,
  handle: FileHandle,
  bytes: Buffer,
  position: number,
): Promise<void> {
  await room.claim(bytes.length);
  await writeAll(handle, bytes, position);
}

/** The same, of room that was claimed. @throws NoSpaceLeftError */
export async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const from = done;
    const { bytesWritten } = await mapNoSpace(() =>
      handle.write(bytes, from, bytes.length - from, position + from),
    );
    done += bytesWritten;
  }
}

/** Turns the error of a full disk into one that tells the user what to do. */
export async function mapNoSpace<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isErrno(error, 'ENOSPC', 'EDQUOT') ? new NoSpaceLeftError() : error;
  }
}
