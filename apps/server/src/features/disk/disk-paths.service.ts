import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { checkNewName } from '../../platform/file-space/space-path.js';
import { SpaceTree } from '../../platform/file-space/space-tree.js';
import { TrashStore } from '../../platform/file-space/trash/trash-store.js';
import { NoHomeError } from './disk.errors.js';

/** Where users' disks lie: `home/<userName>` and `.trash/disk/<userName>` under FILES_DIR. */
@Injectable()
export class DiskPaths {
  /** One trash for each user name. */
  readonly trashes: string;
  /** Folders of users who were deleted. */
  readonly retired: string;

  constructor(private readonly config: Config) {
    this.trashes = join(config.filesDir, '.trash', 'disk');
    this.retired = join(config.filesDir, '.trash', 'users');
  }

  /** @throws NoHomeError */
  of(userName: string): { root: string; trash: string } {
    try {
      checkNewName(userName);
    } catch {
      throw new NoHomeError();
    }
    return {
      root: join(this.config.filesDir, 'home', userName),
      trash: join(this.trashes, userName),
    };
  }

  /** A user's trash, without making folders that are missing. @throws NoHomeError */
  trashOf(userName: string): TrashStore {
    const { root, trash } = this.of(userName);
    return new TrashStore(trash, new SpaceTree(root));
  }
}
