import type { FileHandle } from 'node:fs/promises';
import { mkdir } from 'node:fs/promises';
import type { FolderSummary, Language } from '@clusterdesk/contracts';
import { findByIdentity, freeNameIn, type Conflict, type NewFile } from './placing/file-placing.js';
import { placeInFolder, placeOneInFolder, type PlacingOutcome } from './placing/batch-placing.js';
import {
  EntryNotFoundError,
  ForeignHardLinkError,
  IsAFolderError,
  NameTakenError,
} from './file-space.errors.js';
import { folderMode } from './safe-directory.js';
import { makeFolder, makeFolders, makeManyFolders } from './placing/folder-making.js';
import {
  countEntries,
  listFolder,
  walkFolder,
  type ListOptions,
  type WalkOptions,
} from './listing/space-listing.js';
import { findEntries, type FindOptions, type FoundEntries } from './listing/searching.js';
import {
  findChanged,
  identifyAll,
  type ChangedEntries,
  type ChangedOptions,
} from './listing/changed-entries.js';
import type { EntryFilter } from './listing/entry-filter.js';
import { assertHiddenName, listHiddenEntries, type HiddenEntry } from './listing/hidden-entries.js';
import type { Clearing, ManyFolders, OnMade } from './placing/told-changes.js';
import {
  moveEntry,
  moveEntryInto,
  placeTreeIn,
  renameHiddenEntry,
  restoreEntry,
} from './placing/space-moving.js';
import { checkNewName, checkNewPlace, cleanPath, joinPath, splitParent } from './space-path.js';
import { TrashStore } from './trash/trash-store.js';
import { VersionStore } from './placing/version-store.js';
import {
  findTaken,
  readAnyEntry,
  readEntry,
  rootEntry,
  SpaceTree,
  type SpaceEntry,
} from './space-tree.js';
import { type FileIdentity, identityOf } from './file-identity.js';

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
  /** @param trash what was deleted from the whole space, and `versions` what was replaced, however small the part of it that is shown here. */
  private constructor(
    readonly folders: SpaceFolders,
    private readonly tree: SpaceTree,
    readonly trash: TrashStore,
    readonly versions: VersionStore,
  ) {}

  /** Opens a space, making its folders where they are missing. */
  static async open(folders: SpaceFolders): Promise<FileSpace> {
    await mkdir(folders.root, { recursive: true, mode: folderMode });
    await mkdir(folders.trash, { recursive: true, mode: folderMode });
    const tree = new SpaceTree(folders.root);
    const { trash } = folders;
    return new FileSpace(folders, tree, new TrashStore(trash, tree), new VersionStore(trash, tree));
  }

  /**
   * A folder of the space as a tree of its own: no path leads out of it, and neither does a link that comes to stand on the
   * way to it. It is never made: when it is gone, nothing is there.
   */
  below(path: string): FileSpace {
    return new FileSpace(this.folders, this.tree.below(path), this.trash, this.versions);
  }

  /** Entries of a folder, folders first, then by name in the language's order. */
  async list(path: string, options: ListOptions): Promise<SpaceEntry[]> {
    return listFolder(this.tree, path, options);
  }

  /** How many entries a folder has, how many of them are folders, and how many more cannot be shown. */
  async count(path: string, language: Language, filter?: EntryFilter): Promise<FolderSummary> {
    return countEntries(this.tree, path, language, filter);
  }

  /** Entries below a folder whose name contains the key; bounded in count and time. */
  async find(key: string, path = '/', options: FindOptions = {}): Promise<FoundEntries> {
    return findEntries(this.tree, key, path, options);
  }

  /** Everything below a folder by name, each folder before what is in it. */
  walk(path: string, options: WalkOptions = {}): AsyncGenerator<SpaceEntry> {
    return walkFolder(this.tree, path, options);
  }

  async stat(path: string): Promise<SpaceEntry> {
    if (splitParent(path) === null) {
      return this.tree.inFolder('/', () => Promise.resolve(rootEntry));
    }
    return this.tree.inParent(path, (parent, name, dir) => readEntry(parent, dir, name));
  }

  /** Which file or folder it is, whatever its name. */
  async identify(path: string): Promise<FileIdentity> {
    return this.tree.inParent(path, async (parent, name) =>
      identityOf(await parent.lstatExact(name)),
    );
  }

  /** The same for many paths: those that are there, by path. Each folder is opened once. */
  async identifyAll(paths: readonly string[]): Promise<Map<string, FileIdentity>> {
    return identifyAll(this.tree, paths);
  }

  /** What was made or changed below a folder since a moment, bounded in count and time. */
  async findChanged(path: string, options: ChangedOptions): Promise<ChangedEntries> {
    return findChanged(this.tree, path, options);
  }

  /** The path of this very file or folder in a folder; null when it is not there. */
  async findIdentity(dir: string, identity: FileIdentity): Promise<string | null> {
    return this.tree.inFolder(dir, async (folder) => {
      const name = await findByIdentity(folder, identity);
      return name === null ? null : joinPath(cleanPath(dir), name);
    });
  }

  /** What a folder has but does not show, in no order; bounded in count. */
  async listHidden(dir: string, filter?: EntryFilter): Promise<readonly HiddenEntry[]> {
    return listHiddenEntries(this.tree, dir, filter);
  }

  /** Which entry has a name that no path can express. */
  async identifyHidden(dir: string, rawName: Buffer): Promise<FileIdentity> {
    assertHiddenName(dir, rawName);
    return this.tree.inFolder(dir, async (folder) => identityOf(await folder.lstatExact(rawName)));
  }

  /** Gives such an entry another name; a taken one is never replaced. */
  async renameHidden(dir: string, rawName: Buffer, newName: string): Promise<SpaceEntry> {
    return renameHiddenEntry(this.tree, dir, rawName, newName);
  }

  /** Creates a folder in an existing one. */
  async mkdir(path: string, onMade?: OnMade): Promise<SpaceEntry> {
    return this.tree.inParent(path, async (parent, name, dir) => {
      checkNewName(name);
      const taken = await findTaken(parent, name);
      if (taken !== null) {
        throw new NameTakenError(taken);
      }
      await makeFolder(parent, dir, name, onMade);
      await parent.flush();
      return readEntry(parent, dir, name);
    });
  }

  /** Creates the folders of many paths that are missing. What was made stays when a later path is refused. */
  async makeManyDirs(paths: readonly string[], making: ManyFolders): Promise<void> {
    return makeManyFolders(this.tree, paths, making);
  }

  /** Creates the folders of a path that are missing; returns the path as the existing ones spell it. */
  async makeDirs(path: string, onMade?: OnMade): Promise<string> {
    return makeFolders(this.tree, path, onMade);
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
  async moveInto(
    path: string,
    dir: string,
    conflict: Conflict,
    clearing?: Clearing,
  ): Promise<SpaceEntry> {
    return moveEntryInto(this.tree, this, path, dir, conflict, clearing);
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
    clearing?: Clearing,
  ): Promise<SpaceEntry> {
    return placeTreeIn(this.tree, this.trash, { staged, identity }, dir, name, conflict, clearing);
  }

  /**
   * Moves an entry into the trash; the id under which it lies there. Links and special files, which a space does not show
   * but which take their name, go too.
   */
  async toTrash(path: string, id?: string): Promise<{ id: string }> {
    return this.tree.inParent(path, async (parent, name, dir) => {
      const entry = await readAnyEntry(parent, dir, name);
      return this.trash.add(parent, name, { ...entry, path: this.tree.wholePath(entry.path) }, id);
    });
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
    const owner = await this.tree.ownerUid();
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

  /** The name itself, or the first free one like it. */
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
    clearing?: Clearing,
  ): Promise<SpaceEntry> {
    checkNewPlace(dir, name);
    const file = { staged, identity, name, conflict, clearing };
    return placeOneInFolder(this.tree, this.versions, dir, file);
  }

  /** Puts many sealed files into one folder and flushes it once: each one's path, or why it was not placed. */
  async placeAll(dir: string, files: readonly NewFile[]): Promise<PlacingOutcome[]> {
    return placeInFolder(this.tree, this.versions, dir, files);
  }
}
