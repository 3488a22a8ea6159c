import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@clusterdesk/contracts';
import {
  freeNameIn,
  placeFile,
  type Conflict,
  type FileIdentity,
  type NewFile,
} from './file-placing.js';
import { placeInFolder, type PlacingOutcome } from './batch-placing.js';
import {
  EntryNotFoundError,
  ForeignFileError,
  IsAFolderError,
  isErrno,
  MoveIntoItselfError,
  NameTakenError,
} from './file-space.errors.js';
import { folderMode, type SafeDirectory } from './safe-directory.js';
import { ensureFolder, makeManyFolders } from './folder-making.js';
import {
  countEntries,
  findEntries,
  listFolder,
  walkFolder,
  type FoundEntries,
  type ListOptions,
  type OnUnreachable,
} from './space-listing.js';
import { checkNewName, joinPath, splitParent, splitPath } from './space-path.js';
import { findTaken, readEntry, SpaceTree, type SpaceEntry } from './space-tree.js';

/** The folders of a space. All lie on one filesystem, so that moving between them is one step. */
export interface SpaceFolders {
  root: string;
  trash: string;
}

/**
 * A safe directory tree. Others write into it at any moment (users' jobs), so no path, link, special file or race may lead
 * an operation out of the root. Paths are absolute within the space. It knows no users: who may do what is its caller's.
 */
export class FileSpace {
  private readonly tree: SpaceTree;

  private constructor(private readonly folders: SpaceFolders) {
    this.tree = new SpaceTree(folders.root);
  }

  /** Opens a space, making its folders where they are missing. */
  static async open(folders: SpaceFolders): Promise<FileSpace> {
    await mkdir(folders.root, { recursive: true, mode: folderMode });
    await mkdir(folders.trash, { recursive: true, mode: folderMode });
    return new FileSpace(folders);
  }

  /** The entries of a folder, folders first, then by name in the language's order. */
  async list(path: string, options: ListOptions): Promise<SpaceEntry[]> {
    return listFolder(this.tree, path, options);
  }

  /** How many entries a folder has, and how many of them are folders. */
  async count(path: string, language: Language): Promise<{ total: number; folders: number }> {
    return countEntries(this.tree, path, language);
  }

  /** Entries below a folder whose name contains the key; bounded in count and time. */
  async find(key: string, path = '/'): Promise<FoundEntries> {
    return findEntries(this.tree, key, path);
  }

  /** Everything below a folder, each folder before what is in it. */
  walk(path: string, onUnreachable?: OnUnreachable): AsyncGenerator<SpaceEntry> {
    return walkFolder(this.tree, path, onUnreachable);
  }

  async stat(path: string): Promise<SpaceEntry> {
    if (splitParent(path) === null) {
      return { name: '', path: '/', isDirectory: true, sizeBytes: 0, modifiedAt: new Date(0) };
    }
    return this.tree.inParent(path, (parent, name, dir) => readEntry(parent, dir, name));
  }

  /** Creates a folder in an existing one. */
  async mkdir(path: string): Promise<SpaceEntry> {
    return this.tree.inParent(path, async (parent, name, dir) => {
      checkNewName(name);
      const taken = await findTaken(parent, name);
      if (taken !== null) {
        throw new NameTakenError(taken);
      }
      await parent.makeDirectory(name);
      await parent.flush();
      return readEntry(parent, dir, name);
    });
  }

  /**
   * Creates the folders of many paths that are missing. `onChange` hears of each folder that got a new one. What was made
   * stays when a later path is refused; asked again, it goes on from there.
   */
  async makeManyDirs(paths: readonly string[], onChange: (dir: string) => void): Promise<void> {
    return makeManyFolders(this.tree, paths, onChange);
  }

  /** Creates the folders of a path that are missing; returns the path as the existing ones spell it. */
  async makeDirs(path: string): Promise<string> {
    let made = '/';
    for (const part of splitPath(path)) {
      const name = await this.tree.inFolder(made, async (folder) => {
        const ensured = await ensureFolder(folder, part);
        if (ensured.isNew) {
          await folder.flush();
        }
        return ensured.name;
      });
      made = joinPath(made, name);
    }
    return made;
  }

  /**
   * Renames or moves an entry; a taken name is never replaced. For files that holds against every race (hard link, then
   * removal of the old name). A folder cannot be linked: between the check and the rename another process could make an
   * *empty folder* of the new name, which would be replaced; a file or a filled folder makes the rename fail.
   */
  async move(from: string, to: string): Promise<SpaceEntry> {
    return this.tree.inParent(from, (source, oldName) =>
      this.tree.inParent(to, async (target, newName, newDir) => {
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
        await (isDirectory
          ? moveFolder(source, oldName, target, newName)
          : moveFile(source, oldName, target, newName));
        await target.flush();
        await source.flush();
        return readEntry(target, newDir, newName);
      }),
    );
  }

  /** Moves an entry into the trash: `<trash>/<id>/<name>`, and beside it `<id>.json` saying where it was and when it left. */
  async toTrash(path: string): Promise<{ id: string }> {
    return this.tree.inParent(path, async (parent, name) => {
      const { isDirectory } = await readEntry(parent, '/', name);
      const id = randomUUID();
      const folder = join(this.folders.trash, id);
      const record = { path, isDirectory, deletedAt: new Date().toISOString() };
      await mkdir(folder, { mode: folderMode });
      await writeFile(`${folder}.json`, JSON.stringify(record), { flush: true });
      await parent.renameOut(name, join(folder, name));
      await parent.flush();
      return { id };
    });
  }

  /** Opens a regular file for reading; the caller closes it. */
  async openRead(path: string): Promise<FileHandle> {
    const owner = await this.tree.inFolder('/', (root) => root.ownerUid());
    return this.tree.inParent(path, async (parent, name, dir) => {
      // Asked before opening too: merely opening a device can do something.
      if ((await readEntry(parent, dir, name)).isDirectory) {
        throw new IsAFolderError(name);
      }
      const handle = await parent.openFile(name);
      try {
        const stats = await handle.stat();
        if (!stats.isFile()) {
          throw new EntryNotFoundError(path);
        }
        if (stats.nlink > 1 && stats.uid !== owner && stats.uid !== process.geteuid?.()) {
          throw new ForeignFileError(path);
        }
        return handle;
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  /** The name under which a name is taken in a folder, perhaps spelled differently; null when it is free. */
  async findTaken(dir: string, name: string): Promise<string | null> {
    return this.tree.inFolder(dir, (folder) => findTaken(folder, name));
  }

  /** The name itself, or the first free `name (n).ext`. */
  async freeName(dir: string, name: string): Promise<string> {
    checkNewName(name);
    return this.tree.inFolder(dir, (folder) => freeNameIn(folder, name));
  }

  /**
   * Puts a finished file of the platform (sealed by `sealFile`) into a folder and returns where it is. Done again after a
   * crash, it finds the file it placed before by `identity` and finishes.
   */
  async place(
    staged: string,
    identity: FileIdentity,
    dir: string,
    name: string,
    conflict: Conflict,
  ): Promise<SpaceEntry> {
    checkNewName(name);
    return this.tree.inFolder(dir, async (folder) => {
      const placed = await placeFile(folder, staged, identity, name, conflict);
      return readEntry(folder, dir, placed);
    });
  }

  /** Puts many sealed files into one folder and flushes it once: each one's path, or why it was not placed. */
  async placeAll(dir: string, files: readonly NewFile[]): Promise<PlacingOutcome[]> {
    return placeInFolder(this.tree, dir, files);
  }
}

async function moveFolder(
  source: SafeDirectory,
  name: string,
  target: SafeDirectory,
  newName: string,
): Promise<void> {
  try {
    await source.renameTo(name, target, newName);
  } catch (error) {
    throw isErrno(error, 'EINVAL') ? new MoveIntoItselfError() : error;
  }
}

async function moveFile(
  source: SafeDirectory,
  name: string,
  target: SafeDirectory,
  newName: string,
): Promise<void> {
  try {
    await source.linkTo(name, target, newName);
  } catch (error) {
    // No hard links here, or the kernel keeps us from linking another account's file: the check before must do.
    if (isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) {
      await source.renameTo(name, target, newName);
      return;
    }
    throw error;
  }
  await source.unlink(name);
}
