import type { FileHandle } from 'node:fs/promises';
import { mkdir } from 'node:fs/promises';
import type { Language } from '@clusterdesk/contracts';
import {
  freeNameIn,
  placeFile,
  type Conflict,
  type FileIdentity,
  type NewFile,
} from './placing/file-placing.js';
import { placeInFolder, type PlacingOutcome } from './placing/batch-placing.js';
import {
  EntryNotFoundError,
  ForeignHardLinkError,
  IsAFolderError,
  NameTakenError,
} from './file-space.errors.js';
import { folderMode } from './safe-directory.js';
import { makeFolders, makeManyFolders } from './placing/folder-making.js';
import {
  countEntries,
  findEntries,
  listFolder,
  walkFolder,
  type FoundEntries,
  type ListOptions,
  type OnUnreachable,
} from './listing/space-listing.js';
import { moveEntry, moveEntryInto, placeTreeIn, restoreEntry } from './placing/space-moving.js';
import { checkNewName, checkNewPlace, splitParent } from './space-path.js';
import { TrashStore } from './trash/trash-store.js';
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
  /** What was deleted from it. */
  readonly trash: TrashStore;
  private readonly tree: SpaceTree;

  private constructor(folders: SpaceFolders) {
    this.tree = new SpaceTree(folders.root);
    this.trash = new TrashStore(folders.trash, this.tree);
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

  /** Everything below a folder by name, each folder before what is in it. `onHidden` hears of links and special files. */
  walk(
    path: string,
    onUnreachable?: OnUnreachable,
    onHidden?: (path: string) => void,
  ): AsyncGenerator<SpaceEntry> {
    return walkFolder(this.tree, path, onUnreachable, onHidden);
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
    return makeFolders(this.tree, path);
  }

  /**
   * Renames or moves an entry; a taken name is never replaced. For files that holds against every race (hard link, then
   * removal of the old name). A folder cannot be linked: between the check and the rename another process could make an
   * *empty folder* of the new name, which would be replaced; a file or a filled folder makes the rename fail.
   */
  async move(from: string, to: string): Promise<SpaceEntry> {
    return moveEntry(this.tree, from, to);
  }

  /**
   * Moves an entry into a folder under its own name. `overwrite` replaces a file by a file at once and puts anything else
   * that has the name into the trash; `keepBoth` takes the first free name. Already there, it stays as it is.
   */
  async moveInto(path: string, dir: string, conflict: Conflict): Promise<SpaceEntry> {
    return moveEntryInto(this.tree, this.trash, path, dir, conflict);
  }

  /**
   * Puts a finished folder of the platform, on the same filesystem, into a folder of the space; all of it appears at once.
   * With `identity` (device and inode of the staged folder) it can be done again after a crash: it then finds what it placed.
   */
  async placeTree(
    staged: string,
    dir: string,
    name: string,
    conflict: Conflict,
    identity?: FileIdentity,
  ): Promise<SpaceEntry> {
    return placeTreeIn(this.tree, this.trash, { staged, identity }, dir, name, conflict);
  }

  /** Moves an entry into the trash; the id under which it lies there. */
  async toTrash(path: string): Promise<{ id: string }> {
    return this.tree.inParent(path, async (parent, name, dir) =>
      this.trash.add(parent, name, await readEntry(parent, dir, name)),
    );
  }

  /**
   * Puts an entry of the trash back where it was, under the next free name when its own is taken. Folders that are missing
   * are made again; where that cannot be (one is a file now), it comes into the root.
   */
  async restore(id: string): Promise<SpaceEntry> {
    return restoreEntry(this.tree, this.trash, id);
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
          throw new ForeignHardLinkError(path);
        }
        return handle;
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  /** Gives a file a second name at a path of the platform. Compare which file it got: the path may have changed hands. */
  async linkToPath(path: string, absolutePath: string): Promise<void> {
    await this.tree.inParent(path, (parent, name) => parent.linkToPath(name, absolutePath));
  }

  /** The name under which a name is taken in a folder, perhaps spelled differently; null when it is free. */
  async findTaken(dir: string, name: string): Promise<string | null> {
    return this.tree.inFolder(dir, (folder) => findTaken(folder, name));
  }

  /** The name itself, or the first free one like it; see `freeNameIn`. */
  async freeName(dir: string, name: string): Promise<string> {
    checkNewName(name);
    return this.tree.inFolder(dir, (folder) => freeNameIn(folder, name));
  }

  /**
   * Puts a finished file of the platform (sealed by `fsyncAndIdentify`) into a folder and returns where it is. Done again after a
   * crash, it finds the file it placed before by `identity` and finishes.
   */
  async place(
    staged: string,
    identity: FileIdentity,
    dir: string,
    name: string,
    conflict: Conflict,
  ): Promise<SpaceEntry> {
    checkNewPlace(dir, name);
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
