import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { noneWhenGone } from '../../platform/file-space/file-space.errors.js';
import { checkNewName } from '../../platform/file-space/space-path.js';
import { SpaceTree } from '../../platform/file-space/space-tree.js';
import { TrashStore } from '../../platform/file-space/trash/trash-store.js';
import { NoHomeError } from './disk.errors.js';

/** The folder beside homes and trashes for those of deleted users. No user name, and so no home key, begins with a dot. */
const retiredName = '.retired';

/** Where users' disks lie: `home/<homeKey>` and `.trash/disk/<homeKey>` under FILES_DIR. */
@Injectable()
export class DiskPaths {
  /** One trash for each home. */
  private readonly trashes: string;
  private readonly homes: string;

  constructor(config: Config) {
    this.homes = join(config.filesDir, 'home');
    this.trashes = join(config.filesDir, '.trash', 'disk');
  }

  /** Where the folders of deleted users are: each on its own filesystem, because a move to another one would be a copy. */
  get retired(): { home: string; trash: string } {
    return { home: join(this.homes, retiredName), trash: join(this.trashes, retiredName) };
  }

  /** The home keys that have a trash. */
  async listTrashes(): Promise<string[]> {
    const names = await readdir(this.trashes).catch(noneWhenGone);
    return names.filter((name) => name !== retiredName);
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

  /** A user's trash; missing folders are not created. @throws NoHomeError */
  trashOf(homeKey: string): TrashStore {
    const { root, trash } = this.of(homeKey);
    return new TrashStore(trash, new SpaceTree(root));
  }
}
