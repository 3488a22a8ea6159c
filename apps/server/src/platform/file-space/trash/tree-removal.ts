import type { Dirent } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isErrno } from '../file-space.errors.js';
import { SafeDirectory } from '../safe-directory.js';
import { uuidv7 } from '../uuidv7.js';

const readAtOnce = 1024;
/** Whoever still has a folder open can fill it while it is emptied; the next sweep goes on. */
const maxPasses = 1000;

/**
 * Removes a folder of the platform with all that is in it, never through a link; safe to call again, and by several at once.
 * Ends early when the signal is aborted.
 * @returns the sizes together of the files that it removed
 */
export async function removeTree(path: string, signal?: AbortSignal): Promise<number> {
  const freed = { bytes: 0 };
  try {
    const folder = await SafeDirectory.openRoot(path);
    try {
      if (!(await removeContent(folder, freed, signal))) {
        return freed.bytes;
      }
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (isErrno(error, 'ENOENT')) {
      return freed.bytes; // gone, perhaps by another one's hand
    }
    throw error;
  }
  await rm(path, { recursive: true, force: true });
  return freed.bytes;
}

/** Counted while a tree is removed. */
interface Freed {
  bytes: number;
}

/**
 * Removes all that is in an open folder, never through a link. A tree of any size and depth takes constant memory and two
 * open descriptors: the folders in a folder are moved up before it is removed. Stopped at any moment, it goes on when
 * called again; the signal stops it. What the system does not let the platform remove stays; returns whether all is gone.
 */
async function removeContent(
  root: SafeDirectory,
  freed: Freed,
  signal?: AbortSignal,
): Promise<boolean> {
  for (let pass = 0; pass < maxPasses; pass += 1) {
    let [removed, found] = [0, 0];
    for await (const entry of await root.scan(readAtOnce)) {
      if (signal?.aborted) {
        return false;
      }
      found += 1;
      removed += Number(await removeEntry(root, entry, freed, signal));
    }
    if (found === 0) {
      return true;
    }
    if (removed === 0) {
      return false;
    }
  }
  return false;
}

async function removeEntry(
  root: SafeDirectory,
  entry: Dirent,
  freed: Freed,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    if (!entry.isDirectory()) {
      await removeFile(root, entry.name, freed);
      return true;
    }
    await root.makeOwnWritable(entry.name);
    const folder = await root.openDirectory(entry.name);
    try {
      await flatten(folder, root, freed, signal);
    } finally {
      await folder.close();
    }
    await root.removeDirectory(entry.name);
    return true;
  } catch (error) {
    // Gone, changed its kind, got something new, or is not ours: the next pass, or another day.
    const isOthersDoing = isErrno(
      error,
      ...[
        'ENOENT',
        'ENOTDIR',
        'ELOOP',
        'EISDIR',
        'ENOTEMPTY',
        'EEXIST',
        'EPERM',
        'EACCES',
        'EBUSY',
      ],
    );
    if (isOthersDoing) {
      return false;
    }
    throw error;
  }
}

/** Removes the files of a folder and moves its folders up into the root. */
async function flatten(
  folder: SafeDirectory,
  root: SafeDirectory,
  freed: Freed,
  signal?: AbortSignal,
): Promise<void> {
  for await (const child of await folder.scan(readAtOnce)) {
    if (signal?.aborted) {
      return;
    }
    if (child.isDirectory()) {
      await folder.makeOwnWritable(child.name);
      await folder.renameTo(child.name, root, uuidv7());
    } else {
      await removeFile(folder, child.name, freed);
    }
  }
}

async function removeFile(folder: SafeDirectory, name: string, freed: Freed): Promise<void> {
  const stats = await folder.lstat(name);
  await folder.unlink(name);
  // As spaces are measured: other kinds count for nothing.
  freed.bytes += stats.isFile() ? stats.size : 0;
}
