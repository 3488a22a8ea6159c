import type { FileHandle } from 'node:fs/promises';
import {
  formatWholeIdentity,
  identityOf,
  isSameFile,
  parseIdentity,
} from '../../../platform/file-space/file-identity.js';
import { ContentChangedError } from '../download.errors.js';

/** A file as it was at one moment: what a ticket or a package was created for. */
export interface PinnedFile {
  path: string;
  sizeBytes: number;
  /** Milliseconds since the epoch. */
  modifiedMs: number;
  /**
   * As `formatWholeIdentity` writes it, the birth in nanoseconds: a filesystem gives the inode of a file that is gone to the next one, to which size and
   * time can be given. 0 where it does not know when a file was made. Null: any file of that size and time.
   */
  identity: string | null;
}

/** Describes an open file. */
export async function pinHandle(handle: FileHandle, path: string): Promise<PinnedFile> {
  const stats = await handle.stat({ bigint: true });
  return {
    path,
    sizeBytes: Number(stats.size),
    modifiedMs: Number(stats.mtimeMs),
    identity: formatWholeIdentity(identityOf(stats)),
  };
}

/**
 * Checks that an open file is still the one that was pinned: on the handle whose bytes are sent, so that nothing can be swapped
 * in between.
 * @throws ContentChangedError
 */
export async function assertPinned(handle: FileHandle, pinned: PinnedFile): Promise<void> {
  const now = await pinHandle(handle, pinned.path);
  const isSame =
    now.sizeBytes === pinned.sizeBytes &&
    now.modifiedMs === Math.trunc(pinned.modifiedMs) &&
    isIdentical(now, pinned);
  if (!isSame) {
    throw new ContentChangedError(pinned.path);
  }
}

/**
 * Checks that an open file is still the one that a ticket was created for, whatever was written to it since.
 * @throws ContentChangedError
 */
export async function assertSameFile(handle: FileHandle, pinned: PinnedFile): Promise<void> {
  if (!isIdentical(await pinHandle(handle, pinned.path), pinned)) {
    throw new ContentChangedError(pinned.path);
  }
}

/** Whether it is the pinned file, as far as that says. */
function isIdentical(now: PinnedFile, { identity }: PinnedFile): boolean {
  return (
    identity === null ||
    (now.identity !== null && isSameFile(parseIdentity(now.identity), parseIdentity(identity)))
  );
}
