import { constants } from 'node:fs';
import {
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../../database/is-uuid.js';
import { identityOf, isSameFile, type FileIdentity } from '../file-identity.js';
import { EntryNotFoundError, noneWhenGone, nullWhenGone } from '../file-space.errors.js';
import { folderMode, SafeDirectory } from '../safe-directory.js';
import type { SpaceTree } from '../space-tree.js';
import { hasNoLinks, isAt } from './file-placing.js';

/** A kept file as it lies here. */
export interface VersionFile {
  sizeBytes: number;
  /** When its content was changed last, milliseconds since the epoch. */
  modifiedMs: number;
  identity: FileIdentity;
}

/** A file that is about to be replaced, and has been put aside. */
export interface PutAside extends VersionFile {
  /** It was not replaced after all: it has its one name again. */
  undo: () => Promise<void>;
  /** It was replaced. @returns whether it is a version: of two names of one file, one replaced by the other, nothing was lost */
  finish: () => Promise<boolean>;
}

/** Where a file lies that left its name before the new one had it. */
const moved = (id: string): string => `${id}.moved`;

/**
 * Files that others have replaced, by ids that are chosen before (`versions` in the folder of a space's trash, so on its filesystem and
 * with it wherever that goes). A file comes here by a second name: a reader sees the old file or the new one. Where a filesystem has no
 * such names it comes by a rename, as `<id>.moved` until the new one is in its place.
 */
export class VersionStore {
  private readonly dir: string;

  /**
   * @param trash the folder of the trash
   * @param tree the whole space
   */
  constructor(
    trash: string,
    private readonly tree: SpaceTree,
  ) {
    this.dir = join(trash, 'versions');
  }

  /** The absolute path of a version. */
  pathOf(id: string): string {
    return join(this.dir, id);
  }

  /**
   * Puts the file with this name aside, before another takes the name. Null: there is no file, or one with further names that is not
   * the platform's own, which whoever has those could change.
   */
  async putAside(folder: SafeDirectory, name: string, id: string): Promise<PutAside | null> {
    const found = await folder.lstatExact(name).catch(nullWhenGone);
    if (!found?.isFile() || (found.nlink > 1n && Number(found.uid) !== process.geteuid?.())) {
      return null;
    }
    await mkdir(this.dir, { recursive: true, mode: folderMode });
    const store = await SafeDirectory.openRoot(this.dir);
    try {
      const isMoved = await bring(folder, name, store, id);
      const kept = await this.find(isMoved ? moved(id) : id);
      await store.flush();
      if (kept === null) {
        // What had the name was exchanged for something else meanwhile.
        await this.takeBack(folder, name, isMoved ? moved(id) : id, isMoved);
        return null;
      }
      return {
        ...kept,
        undo: () => this.takeBack(folder, name, isMoved ? moved(id) : id, isMoved),
        finish: async () => {
          if (isMoved) {
            await rename(this.pathOf(moved(id)), this.pathOf(id));
          } else if (await isAt(folder, name, kept.identity)) {
            await this.remove(id);
            return false;
          }
          return true;
        },
      };
    } finally {
      await store.close();
    }
  }

  /** Null when it is not here, or is no file. */
  async find(id: string): Promise<VersionFile | null> {
    const stats = await lstat(this.pathOf(id), { bigint: true }).catch(nullWhenGone);
    return stats?.isFile()
      ? {
          sizeBytes: Number(stats.size),
          modifiedMs: Number(stats.mtimeMs),
          identity: identityOf(stats),
        }
      : null;
  }

  /**
   * Finds out what became of a file whose replacing was cut off, by what is at its path now.
   * @returns null: it is no version
   */
  async settle(id: string, path: string): Promise<VersionFile | null> {
    const cutOff = await this.find(moved(id));
    const there = await this.identityAt(path);
    if (cutOff !== null && there === null) {
      const from = this.pathOf(moved(id));
      await this.tree.inParent(path, (parent, name) => parent.renameFrom(from, name));
      return null;
    }
    if (cutOff !== null) {
      await rename(this.pathOf(moved(id)), this.pathOf(id));
    }
    const kept = await this.find(id);
    if (kept !== null && there !== null && isSameFile(kept.identity, there)) {
      await this.remove(id);
      return null;
    }
    return kept;
  }

  /** Opens a version for reading; the caller closes it. */
  async openRead(id: string): Promise<FileHandle> {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(this.pathOf(id), flags).catch(nullWhenGone);
    if (handle === null) {
      throw new EntryNotFoundError(id);
    }
    return handle;
  }

  /** Gives a version a second name at a path of the platform. */
  async linkTo(id: string, path: string): Promise<void> {
    await link(this.pathOf(id), path);
  }

  /** Frees a version; one that is gone already is no error. */
  async remove(id: string): Promise<void> {
    await unlink(this.pathOf(id)).catch(nullWhenGone);
  }

  /** The ids of those that came here before a moment. */
  async listBefore(before: Date): Promise<string[]> {
    const found: string[] = [];
    for (const id of (await readdir(this.dir).catch(noneWhenGone)).filter(isUuid)) {
      const stats = await lstat(this.pathOf(id)).catch(nullWhenGone);
      if (stats !== null && stats.ctimeMs < before.getTime()) {
        found.push(id);
      }
    }
    return found;
  }

  private async identityAt(path: string): Promise<FileIdentity | null> {
    return this.tree
      .inParent(path, async (parent, name) => identityOf(await parent.lstatExact(name)))
      .catch((error: unknown) => {
        if (error instanceof EntryNotFoundError) {
          return null;
        }
        throw error;
      });
  }

  private async takeBack(
    folder: SafeDirectory,
    name: string,
    asideName: string,
    isMoved: boolean,
  ): Promise<void> {
    if (isMoved) {
      const store = await SafeDirectory.openRoot(this.dir);
      try {
        await store.renameTo(asideName, folder, name);
      } finally {
        await store.close();
      }
      return;
    }
    await this.remove(asideName);
  }
}

/** @returns whether the file left its name */
async function bring(
  folder: SafeDirectory,
  name: string,
  store: SafeDirectory,
  id: string,
): Promise<boolean> {
  try {
    await folder.linkTo(name, store, id);
    return false;
  } catch (error) {
    if (!hasNoLinks(error)) {
      throw error;
    }
    await folder.renameTo(name, store, moved(id));
    return true;
  }
}
