import { lstat, mkdir, open, readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isErrno,
  noneWhenGone,
  nullWhenGone,
} from '../../../platform/file-space/file-space.errors.js';
import { removeTree } from '../../../platform/file-space/trash/tree-removal.js';
import { backedUpFolders } from '../files/file-list.js';
import { FoldersApartError } from './restoring.errors.js';

/** Calls that come in between may make an empty folder where one was moved away. */
const tries = 20;
const naming = /^restore-([0-9a-f-]{36})$/;

/**
 * The folders of files of one restoring: `.staging/restore-<id>/new` holds those that shall be, `old` gets those that were. This folder
 * and the row of the restoring are the journal: while `new` holds a folder and the row says that it is done, there is something
 * to be renamed; while it does not, nothing has happened.
 */
export class FolderSwap {
  readonly dir: string;
  readonly fresh: string;
  private readonly old: string;

  constructor(
    private readonly filesDir: string,
    id: string,
  ) {
    this.dir = join(filesDir, '.staging', `restore-${id}`);
    this.fresh = join(this.dir, 'new');
    this.old = join(this.dir, 'old');
  }

  /** The restorings of which something lies beside the files. */
  static async listIds(filesDir: string): Promise<string[]> {
    const names = await readdir(join(filesDir, '.staging')).catch(noneWhenGone);
    return names.flatMap((name) => naming.exec(name)?.[1] ?? []);
  }

  /** @throws FoldersApartError where a folder cannot be replaced by a renaming */
  async prepare(): Promise<void> {
    const { dev } = await lstat(this.filesDir);
    for (const folder of backedUpFolders) {
      const stats = await lstat(join(this.filesDir, folder)).catch(nullWhenGone);
      if (stats && (!stats.isDirectory() || stats.dev !== dev)) {
        throw new FoldersApartError();
      }
    }
    await mkdir(this.dir, { recursive: true, mode: 0o750 });
    await mkdir(this.old, { mode: 0o750 });
  }

  /** Puts the new folders in the place of the old ones. Done again after a crash, it finishes what was begun. */
  async complete(): Promise<void> {
    for (const folder of backedUpFolders) {
      await this.replace(folder);
    }
    await flush(this.filesDir);
    await rmdir(this.fresh).catch(nullWhenGone);
    await flush(this.dir).catch(nullWhenGone);
  }

  /** Removes what is left of it: the old folders when it was done, else the new ones. */
  async remove(): Promise<void> {
    await removeTree(this.dir);
  }

  private async replace(folder: string): Promise<void> {
    const fresh = join(this.fresh, folder);
    const live = join(this.filesDir, folder);
    for (let attempt = 1; (await lstat(fresh).catch(nullWhenGone)) !== null; attempt += 1) {
      if ((await lstat(live).catch(nullWhenGone)) !== null) {
        await rename(live, await this.freeOld(folder));
      }
      await rename(fresh, live).catch((error: unknown) => {
        if (!isErrno(error, 'ENOTEMPTY', 'EEXIST') || attempt === tries) {
          throw error;
        }
      });
    }
  }

  private async freeOld(folder: string): Promise<string> {
    for (let number = 0; ; number += 1) {
      const path = join(this.old, number === 0 ? folder : `${folder}.${number}`);
      if ((await lstat(path).catch(nullWhenGone)) === null) {
        return path;
      }
    }
  }
}

async function flush(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
