import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, unlink } from 'node:fs/promises';
import { IsAFolderError, isErrno, NameTakenError, nullWhenGone } from '../file-space.errors.js';
import { fileMode, type SafeDirectory } from '../safe-directory.js';
import { numberedName } from '../space-path.js';
import { findTaken } from '../space-tree.js';

/** What to do when the name is taken: refuse, replace the file at once, or take the first free name like it. */
export type Conflict = 'refuse' | 'overwrite' | 'keepBoth';

/** Which file it is, whatever its name: device and inode. */
export interface FileIdentity {
  dev: bigint;
  ino: bigint;
  /**
   * When it was made, nanoseconds: a filesystem gives the inode of a file that is gone to the next one. Absent or 0 where the
   * filesystem does not know.
   */
  bornNs?: bigint;
}

/** What of a file's stats says which file it is. */
export function identityOf({ dev, ino, birthtimeNs }: BigIntStats): FileIdentity {
  return { dev, ino, bornNs: birthtimeNs };
}

/** Whether both are the same file, as far as both say. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  const isSameInode = one.ino === other.ino && one.dev === other.dev;
  return isSameInode && (!one.bornNs || !other.bornNs || one.bornNs === other.bornNs);
}

const freeNameTries = 10_000;
/** Numbers that were taken when a file was placed may be free again when it is searched for: this many in a row are skipped. */
const freeNumbersPassed = 16;

/** Flushes a finished file to disk, gives it its mode, and says which file it is. */
export async function fsyncAndIdentify(path: string): Promise<FileIdentity> {
  const handle = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    await handle.chmod(fileMode);
    await handle.sync();
    return identityOf(await handle.stat({ bigint: true }));
  } finally {
    await handle.close();
  }
}

/** Which file a sealed one is. */
export async function identifyStaged(path: string): Promise<FileIdentity> {
  return identityOf(await lstat(path, { bigint: true }));
}

/**
 * Puts a sealed file into a folder and returns the name it got. Never replaces unless told; a reader sees the old file or
 * the new one. Done again after a crash in the middle, it finishes what was begun.
 */
export async function placeFile(
  folder: SafeDirectory,
  staged: string,
  identity: FileIdentity,
  name: string,
  conflict: Conflict,
): Promise<string> {
  const before = await findPlacedBefore(folder, staged, identity, name);
  const placed = before ?? (await placeNewFile(folder, { staged, name, conflict }));
  await folder.flush();
  return placed;
}

/** A sealed file that was never placed before, and the name it shall have. */
export interface NewFile {
  staged: string;
  name: string;
  conflict: Conflict;
}

/** The same for a file that is not looked for after a crash, without the flush: the caller flushes the folder once. */
export function placeNewFile(folder: SafeDirectory, file: NewFile): Promise<string> {
  return file.conflict === 'overwrite'
    ? replaceFile(folder, file.staged, file.name)
    : linkFile(folder, file.staged, file.name, file.conflict);
}

/** After a crash the staged file is gone, or has a second name: then it may lie in the folder already. */
async function findPlacedBefore(
  folder: SafeDirectory,
  staged: string,
  identity: FileIdentity,
  wantedName: string,
): Promise<string | null> {
  const stats = await lstat(staged, { bigint: true }).catch(nullWhenGone);
  if (stats !== null && stats.nlink === 1n) {
    return null;
  }
  const name = await findPlaced(folder, identity, wantedName);
  if (name !== null && stats !== null) {
    await unlink(staged);
  }
  return name;
}

/**
 * The name under which this very file or folder was placed: the wanted one, another spelling of it, or one numbered like it.
 * No others are looked at, because a folder may hold a million.
 */
export async function findPlaced(
  folder: SafeDirectory,
  identity: FileIdentity,
  wantedName: string,
): Promise<string | null> {
  const named = async (name: string): Promise<'it' | 'another' | null> => {
    const stats = await folder.lstatExact(name).catch(nullWhenGone);
    return stats && (isSameFile(identityOf(stats), identity) ? 'it' : 'another');
  };
  for (const name of [wantedName, await findTaken(folder, wantedName)]) {
    if (name !== null && (await named(name)) === 'it') {
      return name;
    }
  }
  for (let number = 1, free = 0; free < freeNumbersPassed && number <= freeNameTries; number += 1) {
    free += 1;
    for (const isFolder of [false, true]) {
      const name = numberedName(wantedName, number, isFolder);
      const found = await named(name);
      if (found === 'it') {
        return name;
      }
      free = found === null ? free : 0;
    }
  }
  return null;
}

/** The name of this very file or folder in a folder, or null. */
export async function findByIdentity(
  folder: SafeDirectory,
  wanted: FileIdentity,
): Promise<string | null> {
  for (const name of await folder.names()) {
    const stats = await folder.lstatExact(name).catch(nullWhenGone);
    if (stats !== null && isSameFile(identityOf(stats), wanted)) {
      return name;
    }
  }
  return null;
}

/**
 * The name itself, or the first free one like it: `name (n).ext`, and `name (n)` beside a folder, where a dot begins no
 * extension.
 */
export async function freeNameIn(folder: SafeDirectory, name: string): Promise<string> {
  const taken = await findTaken(folder, name);
  if (taken === null) {
    return name;
  }
  const stats = await folder.lstatExact(taken).catch(nullWhenGone);
  for (let number = 1; number <= freeNameTries; number += 1) {
    const candidate = numberedName(name, number, stats?.isDirectory() ?? false);
    if ((await findTaken(folder, candidate)) === null) {
      return candidate;
    }
  }
  throw new NameTakenError(name);
}

async function replaceFile(folder: SafeDirectory, staged: string, name: string): Promise<string> {
  const target = (await findTaken(folder, name)) ?? name;
  try {
    await folder.renameFrom(staged, target);
  } catch (error) {
    if (isErrno(error, 'EISDIR', 'ENOTEMPTY')) {
      throw new IsAFolderError(target);
    }
    throw error;
  }
  return target;
}

/** A filesystem without hard links, or one that has them within a folder only, as some FUSE, SMB and BeeGFS mounts. */
export function hasNoLinks(error: unknown): boolean {
  return isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV');
}

/** A hard link is the one step of the filesystem that takes a name only if it is free. */
async function linkFile(
  folder: SafeDirectory,
  staged: string,
  name: string,
  conflict: 'refuse' | 'keepBoth',
): Promise<string> {
  for (let attempt = 0; attempt < freeNameTries; attempt += 1) {
    const taken = conflict === 'refuse' ? await findTaken(folder, name) : null;
    if (taken !== null) {
      throw new NameTakenError(taken);
    }
    const target = conflict === 'refuse' ? name : await freeNameIn(folder, name);
    try {
      await folder.linkFromPath(staged, target);
    } catch (error) {
      if (isErrno(error, 'EEXIST')) {
        continue; // somebody took it this very moment
      }
      if (!hasNoLinks(error)) {
        throw error;
      }
      // Between this look and the renaming another may take the name, and would be replaced: all such a filesystem offers.
      if ((await findTaken(folder, target)) !== null) {
        continue;
      }
      await folder.renameFrom(staged, target);
      return target;
    }
    await unlink(staged);
    return target;
  }
  throw new NameTakenError(name);
}
