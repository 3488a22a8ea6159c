import {
  assertMovable,
  findPlacedTree,
  movableEntry,
  movableTree,
  moveWith,
  type MoveToTrash,
} from './entry-moving.js';
import type { Conflict } from './file-placing.js';
import { keepingIn } from './keeping.js';
import type { VersionStore } from './version-store.js';
import { EntryNotFoundError, NameTakenError, NotAFolderError } from '../file-space.errors.js';
import { assertHiddenName } from '../listing/hidden-entries.js';
import { makeFolders } from './folder-making.js';
import type { SafeDirectory } from '../safe-directory.js';
import {
  checkNewName,
  checkNewPlace,
  cleanPath,
  joinPath,
  splitParent,
  splitPath,
} from '../space-path.js';
import {
  findTaken,
  readAnyEntry,
  readEntry,
  type SpaceEntry,
  type SpaceTree,
} from '../space-tree.js';
import { takeGroupOf } from './group-of-folder.js';
import type { Clearing } from './told-changes.js';
import type { TrashStore } from '../trash/trash-store.js';
import type { FileIdentity } from '../file-identity.js';

/** Renames or moves an entry; a taken name is never replaced (see `FileSpace.move`). */
export async function moveEntry(tree: SpaceTree, from: string, to: string): Promise<SpaceEntry> {
  return tree.inParent(from, (source, oldName) =>
    tree.inParent(to, async (target, newName, newDir) => {
      checkNewName(newName);
      const isSameFolder = splitParent(from)?.dir === newDir;
      if (isSameFolder && oldName === newName) {
        return readEntry(source, newDir, oldName);
      }
      const { isDirectory } = await readEntry(source, '/', oldName);
      const taken = await findTaken(target, newName, isSameFolder ? oldName : undefined);
      if (taken !== null) {
        throw new NameTakenError(taken);
      }
      await movableEntry(source, oldName, isDirectory).moveTo(target, newName);
      await target.flush();
      await source.flush();
      return readEntry(target, newDir, newName);
    }),
  );
}

/** Renames an entry whose name no path can express; a taken name is never replaced. */
export async function renameHiddenEntry(
  tree: SpaceTree,
  dir: string,
  rawName: Buffer,
  newName: string,
): Promise<SpaceEntry> {
  checkNewPlace(dir, newName);
  assertHiddenName(dir, rawName);
  return tree.inFolder(dir, async (folder) => {
    const stats = await folder.lstat(rawName);
    const taken = await findTaken(folder, newName);
    if (taken !== null) {
      throw new NameTakenError(taken);
    }
    await movableEntry(folder, rawName, stats.isDirectory()).moveTo(folder, newName);
    await folder.flush();
    return readAnyEntry(folder, cleanPath(dir), newName);
  });
}

/** Moves an entry into a folder under its own name; what is in the way goes into the trash (see `FileSpace.moveInto`). */
export async function moveEntryInto(
  tree: SpaceTree,
  { trash, versions }: { trash: TrashStore; versions: VersionStore },
  path: string,
  dir: string,
  conflict: Conflict,
  clearing?: Clearing,
): Promise<SpaceEntry> {
  return tree.inParent(path, (source, name, sourceDir) =>
    tree.inFolder(dir, async (target) => {
      const cleanDir = cleanPath(dir);
      const { isDirectory } = await readEntry(source, sourceDir, name);
      if (cleanDir === sourceDir) {
        return readEntry(source, sourceDir, name);
      }
      splitPath(joinPath(cleanDir, name));
      const taken = (await findTaken(target, name)) ?? name;
      assertMovable(joinPath(sourceDir, name), cleanDir, taken, conflict);
      const entry = movableEntry(source, name, isDirectory);
      const moveToTrash = clearer(tree, trash, target, cleanDir, clearing);
      const keeping = keepingIn(versions, cleanDir, clearing);
      const placed = await moveWith(entry, target, name, conflict, moveToTrash, keeping);
      await target.flush();
      await source.flush();
      return readEntry(target, cleanDir, placed);
    }),
  );
}

/** Puts a finished folder of the platform into a folder of the space (see `FileSpace.placeTree`). */
export async function placeTreeIn(
  tree: SpaceTree,
  trash: TrashStore,
  { staged, identity }: { staged: string; identity: FileIdentity | undefined },
  dir: string,
  name: string,
  conflict: Conflict,
  clearing?: Clearing,
): Promise<SpaceEntry> {
  checkNewPlace(dir, name);
  return tree.inFolder(dir, async (folder) => {
    const before = identity ? await findPlacedTree(folder, staged, identity, name) : null;
    const moveToTrash = clearer(tree, trash, folder, dir, clearing);
    if (before === null) {
      await takeGroupOf(folder, staged);
    }
    const placed =
      before ?? (await moveWith(movableTree(staged), folder, name, conflict, moveToTrash));
    await folder.flush();
    return readEntry(folder, dir, placed);
  });
}

/** Puts an entry of the trash back where it was (see `FileSpace.restore`). */
export async function restoreEntry(
  tree: SpaceTree,
  trash: TrashStore,
  id: string,
): Promise<SpaceEntry> {
  return trash.restore(id, async (folder, name, record, noteTarget) => {
    const wanted = splitParent(record.path);
    const dir = await makeFolders(tree, wanted?.dir ?? '/').catch((error: unknown) => {
      if (error instanceof NotAFolderError || error instanceof EntryNotFoundError) {
        return '/';
      }
      throw error;
    });
    return tree.inFolder(dir, async (target) => {
      const entry = movableEntry(folder, name, record.isDirectory);
      const noted = {
        ...entry,
        moveTo: async (to: SafeDirectory, newName: string): Promise<void> => {
          await noteTarget(joinPath(dir, newName));
          await entry.moveTo(to, newName);
        },
      };
      const placed = await moveWith(noted, target, name, 'keepBoth', () => Promise.resolve());
      await target.flush();
      return readAnyEntry(target, dir, placed);
    });
  });
}

/** Puts whatever has a name in a folder into the trash, links and special files too. */
function clearer(
  tree: SpaceTree,
  trash: TrashStore,
  folder: SafeDirectory,
  dir: string,
  clearing?: Clearing,
): MoveToTrash {
  const ids = clearing ? [clearing.id] : [];
  return async (name) => {
    const stats = await folder.lstat(name);
    const path = joinPath(dir, name);
    const what = {
      path: tree.wholePath(path),
      isDirectory: stats.isDirectory(),
      sizeBytes: stats.size,
    };
    const { id } = await trash.add(folder, name, what, ids.shift());
    clearing?.onTrashed({ path, id });
  };
}
