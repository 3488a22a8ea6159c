import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { noneWhenGone } from '../../platform/file-space/file-space.errors.js';
import { checkNewName } from '../../platform/file-space/space-path.js';
import { SpaceTree } from '../../platform/file-space/space-tree.js';
import { TrashStore } from '../../platform/file-space/trash/trash-store.js';
import { NoHomeError } from './disk.errors.js';

/** No user name, and so no home key, begins with a dot. */
const besideName = '.retired';

/** Where users' disks lie: `home/<homeKey>` and `.trash/disk/<homeKey>` under FILES_DIR. */
@Injectable()
export class DiskPaths {
  /** One trash for each home. */
  readonly trashes: string;
  /** Folders of users who were deleted. */
  readonly retired: string;
  private readonly homes: string;

  constructor(config: Config) {
    this.homes = join(config.filesDir, 'home');
    this.trashes = join(config.filesDir, '.trash', 'disk');
    this.retired = join(config.filesDir, '.trash', 'users');
  }

  /** Everywhere that folders of users who were deleted may lie. */
  get allRetired(): string[] {
    return [this.retired, join(this.homes, besideName), join(this.trashes, besideName)];
  }

  /** Where such a folder goes when `retired` lies on another filesystem: moving it there would mean to copy it. */
  retiredBeside(path: string): string {
    return join(dirname(path), besideName);
  }

  /** The home keys that have a trash. */
  async listTrashes(): Promise<string[]> {
    const names = await readdir(this.trashes).catch(noneWhenGone);
    return names.filter((name) => name !== besideName);
  }

  /** @throws NoHomeError */
  of(homeKey: string): { root: string; trash: string } {
    try {
      checkNewName(homeKey);
    } catch {
      throw new NoHomeError();
    }
    return {
      root: join(this.homes, homeKey),
      trash: join(this.trashes, homeKey),
    };
  }

  /** A user's trash, without making folders that are missing. @throws NoHomeError */
  trashOf(homeKey: string): TrashStore {
    const { root, trash } = this.of(homeKey);
    return new TrashStore(trash, new SpaceTree(root));
  }
}
