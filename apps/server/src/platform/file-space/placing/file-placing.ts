import { constants } from 'node:fs';
import { lstat, open, unlink } from 'node:fs/promises';
import { freshStat, identityOf, isSameFile, type FileIdentity } from '../file-identity.js';
import { IsAFolderError, isErrno, NameTakenError, nullWhenGone } from '../file-space.errors.js';
import { fileMode, type EntryName, type SafeDirectory } from '../safe-directory.js';
import { numberedName } from '../space-path.js';
import { findTaken } from '../space-tree.js';
import { takeGroupOf } from './group-of-folder.js';
import type { Clearing } from './told-changes.js';

/** What to do when the name is taken: refuse, replace the file at once, or take the first free name like it. */
export type Conflict = 'refuse' | 'overwrite' | 'keepBoth';

const freeNameTries = 10_000;
/** Numbers that were taken when a file was placed may be free again when it is searched for: this many in a row are skipped. */
const freeNumbersPassed = 16;

/** The system did not store what was written to a file, and does not say how much of it. Asked again it would say that all is well. */
export class FlushFailedError extends Error {
  constructor(cause: unknown) {
    super('A file could not be flushed', { cause });
    // The code and the number of the system's error are its own, too.
    Object.assign(this, cause);
  }
}

/**
 * Flushes a finished file to disk, gives it its mode, and says which file it is.
 * @throws FlushFailedError: the file is not to be used
 */
export async function fsyncAndIdentify(path: string): Promise<FileIdentity> {
  const handle = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    await handle.chmod(fileMode);
    await handle.sync().catch((error: unknown) => {
      throw new FlushFailedError(error);
    });
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
  keeping?: Keeping,
): Promise<string> {
  const before = await findPlacedBefore(folder, staged, identity, name);
  const placed =
    before ?? (await placeNewFile(folder, { staged, name, conflict }, identity, keeping));
  await folder.flush();
  return placed;
}

/** A sealed file that was never placed before, and the name it shall have. */
export interface NewFile {
  staged: string;
  name: string;
  conflict: Conflict;
  clearing?: Clearing | undefined;
}

/** Lets `replace` take the place of what has the name, which is kept where that is wanted. */
export type Keeping = <T>(
  folder: SafeDirectory,
  name: string,
  replace: () => Promise<T>,
) => Promise<T>;

/**
 * The same for a file that is not looked for after a crash, without the flush: the caller flushes the folder once.
 * @param identity where the caller knows it already
 */
export async function placeNewFile(
  folder: SafeDirectory,
  file: NewFile,
  identity?: FileIdentity,
  keeping?: Keeping,
): Promise<string> {
  const ours = identity ?? (await identifyStaged(file.staged));
  await takeGroupOf(folder, file.staged);
  return file.conflict === 'overwrite'
    ? replaceFile(folder, file.staged, ours, file.name, keeping)
    : linkFile(folder, file.staged, ours, file.name, file.conflict);
}

/** After a crash the staged file is gone, or has a second name: then it may lie in the folder already. */
async function findPlacedBefore(
  folder: SafeDirectory,
  staged: string,
  identity: FileIdentity,
  wantedName: string,
): Promise<string | null> {
  const stats = await freshStat(staged).catch(nullWhenGone);
  if (stats !== null && stats.nlink === 1n) {
    return null;
  }
  const name = await findPlaced(folder, identity, wantedName);
  if (name !== null && stats !== null) {
    await unlink(staged).catch(nullWhenGone);
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

async function replaceFile(
  folder: SafeDirectory,
  staged: string,
  identity: FileIdentity,
  name: string,
  keeping: Keeping = (_folder, _name, replace) => replace(),
): Promise<string> {
  const target = (await findTaken(folder, name)) ?? name;
  await keeping(folder, target, async () => {
    try {
      await folder.renameFrom(staged, target);
    } catch (error) {
      if (isErrno(error, 'EISDIR', 'ENOTEMPTY')) {
        throw new IsAFolderError(target);
      }
      if (!(isErrno(error, 'ENOENT') && (await isAt(folder, target, identity)))) {
        throw error;
      }
    }
  });
  return target;
}

/** A filesystem without hard links, or one that has them within a folder only, as some FUSE, SMB and BeeGFS mounts. */
export function hasNoLinks(error: unknown): boolean {
  return isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV');
}

/**
 * Whether a name is this very file's. A network filesystem asks again where an answer was lost: what a call did by itself is then in
 * its own way (EEXIST) or missing (ENOENT).
 */
export async function isAt(
  folder: SafeDirectory,
  name: EntryName,
  identity: FileIdentity,
): Promise<boolean> {
  const stats = await folder.lstatExact(name).catch(nullWhenGone);
  return stats !== null && isSameFile(identityOf(stats), identity);
}

/** A hard link is the one step of the filesystem that takes a name only if it is free. */
async function linkFile(
  folder: SafeDirectory,
  staged: string,
  identity: FileIdentity,
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
      if (hasNoLinks(error)) {
        // Between this look and the renaming another may take the name, and would be replaced: all such a filesystem offers.
        if ((await findTaken(folder, target)) !== null) {
          continue;
        }
        return replaceFile(folder, staged, identity, target);
      }
      if (!isErrno(error, 'EEXIST')) {
        throw error;
      }
      if (!(await isAt(folder, target, identity))) {
        continue; // somebody took it this very moment
      }
    }
    await unlink(staged).catch(nullWhenGone);
    return target;
  }
  throw new NameTakenError(name);
}
