import {
  findPlaced,
  freeNameIn,
  hasNoLinks,
  isAt,
  type Conflict,
  type Keeping,
} from './file-placing.js';
import {
  isErrno,
  MoveIntoItselfError,
  NameTakenError,
  nullWhenGone,
} from '../file-space.errors.js';
import type { EntryName, SafeDirectory } from '../safe-directory.js';
import { isWithin, joinPath } from '../space-path.js';
import { findTaken } from '../space-tree.js';
import { freshStat, identityOf, type FileIdentity } from '../file-identity.js';

const maxTries = 1000;

/** Moves the entry with this name to the trash. */
export type MoveToTrash = (name: string) => Promise<void>;

/** Something that can be given a name in a folder, never replacing unless told to replace a file. */
export interface Movable {
  isDirectory: boolean;
  /** Fails (EEXIST, ENOTEMPTY, ENOTDIR) when the name is taken. */
  moveTo: (target: SafeDirectory, name: string) => Promise<void>;
  /** Files only: takes the place of what has the name at once. */
  replace: (target: SafeDirectory, name: string) => Promise<void>;
}

/** An entry of an open folder. */
export function movableEntry(
  source: SafeDirectory,
  name: EntryName,
  isDirectory: boolean,
): Movable {
  return {
    isDirectory,
    moveTo: (target, newName) =>
      isDirectory
        ? moveFolder(source, name, target, newName)
        : moveFile(source, name, target, newName),
    replace: async (target, newName) => {
      const before = await source.lstatExact(name);
      await source.renameTo(name, target, newName);
      // Two names of one file: renaming one to the other does nothing (POSIX).
      const after = await source.lstatExact(name).catch(nullWhenGone);
      if (after?.ino === before.ino && after.dev === before.dev && after.nlink > 1n) {
        await source.unlink(name);
      }
    },
  };
}

/**
 * Gives something a name in a folder. `refuse` fails when the name is taken; `overwrite` replaces a file by a file at once
 * and clears anything else away first; `keepBoth` takes the first free name like it. Returns the name.
 */
export async function moveWith(
  what: Movable,
  target: SafeDirectory,
  name: string,
  conflict: Conflict,
  moveToTrash: MoveToTrash,
  keeping: Keeping = (_folder, _name, replace) => replace(),
): Promise<string> {
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const taken = await findTaken(target, name);
    try {
      if (taken === null) {
        await what.moveTo(target, name);
        return name;
      }
      if (conflict === 'refuse') {
        throw new NameTakenError(taken);
      }
      if (conflict === 'keepBoth') {
        const free = await freeNameIn(target, name);
        await what.moveTo(target, free);
        return free;
      }
      if (!what.isDirectory && !(await target.lstat(taken)).isDirectory()) {
        await keeping(target, taken, () => what.replace(target, taken));
        return taken;
      }
      await moveToTrash(taken);
    } catch (error) {
      // Somebody took the name this very moment, or what had it is gone or of another kind: look again.
      if (!isErrno(error, 'EEXIST', 'ENOTEMPTY', 'EISDIR', 'ENOTDIR')) {
        throw error;
      }
    }
  }
  throw new NameTakenError(name);
}

/** A folder of the platform, given by its own path. */
export function movableTree(staged: string): Movable {
  const moveTo = (target: SafeDirectory, name: string): Promise<void> =>
    target.renameFrom(staged, name);
  return { isDirectory: true, moveTo, replace: moveTo };
}

/** The name under which a folder that is no longer staged was placed before a crash; null when it was not. */
export async function findPlacedTree(
  target: SafeDirectory,
  staged: string,
  identity: FileIdentity,
  wantedName: string,
): Promise<string | null> {
  if ((await freshStat(staged).catch(nullWhenGone)) !== null) {
    return null;
  }
  return findPlaced(target, identity, wantedName);
}

/**
 * Refuses a move of an entry into itself, and one that would first clear away the folder the entry lies in.
 * Paths are clean; `target` is where the entry would be.
 */
export function assertMovable(path: string, dir: string, name: string, conflict: Conflict): void {
  if (isWithin(dir, path)) {
    throw new MoveIntoItselfError();
  }
  if (
    conflict === 'overwrite' &&
    path !== joinPath(dir, name) &&
    isWithin(path, joinPath(dir, name))
  ) {
    throw new NameTakenError(name);
  }
}

async function moveFolder(
  source: SafeDirectory,
  name: EntryName,
  target: SafeDirectory,
  newName: string,
): Promise<void> {
  try {
    await source.moveTo(name, target, newName);
  } catch (error) {
    throw isErrno(error, 'EINVAL') ? new MoveIntoItselfError() : error;
  }
}

async function moveFile(
  source: SafeDirectory,
  name: EntryName,
  target: SafeDirectory,
  newName: string,
): Promise<void> {
  const file = identityOf(await source.lstatExact(name));
  const isMoved = async (error: unknown, code: string): Promise<boolean> =>
    isErrno(error, code) && isAt(target, newName, file);
  try {
    await source.linkTo(name, target, newName);
  } catch (error) {
    // No hard links here, or the kernel refuses to link another account's file: the check before has to suffice.
    if (hasNoLinks(error)) {
      await source.renameTo(name, target, newName).catch(async (again: unknown) => {
        if (!(await isMoved(again, 'ENOENT'))) {
          throw again;
        }
      });
      return;
    }
    if (!(await isMoved(error, 'EEXIST'))) {
      throw error;
    }
  }
  try {
    await source.unlink(name);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) {
      return; // by this call, whose answer was lost, or by another's: the new name may be the last one
    }
    // It stays where it was, with that one name.
    await target.unlink(newName).catch(() => undefined);
    throw error;
  }
}
