import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { checkNewName } from '../../platform/file-space/space-path.js';
import { SpaceTree } from '../../platform/file-space/space-tree.js';
import { TrashStore } from '../../platform/file-space/trash/trash-store.js';
import { NoHomeError } from './disk.errors.js';

/** Where users' disks lie: `home/<homeKey>` and `.trash/disk/<homeKey>` under FILES_DIR. */
@Injectable()
export class DiskPaths {
  /** One trash for each home. */
  readonly trashes: string;
  /** Folders of users who were deleted. */
  readonly retired: string;

  constructor(private readonly config: Config) {
    this.trashes = join(config.filesDir, '.trash', 'disk');
    this.retired = join(config.filesDir, '.trash', 'users');
  }

  /** @throws NoHomeError */
  of(homeKey: string): { root: string; trash: string } {
    try {
      checkNewName(homeKey);
    } catch {
      throw new NoHomeError();
    }
    return {
      root: join(this.config.filesDir, 'home', homeKey),
      trash: join(this.trashes, homeKey),
    };
  }

  /** A user's trash, without making folders that are missing. @throws NoHomeError */
  trashOf(homeKey: string): TrashStore {
    const { root, trash } = this.of(homeKey);
    return new TrashStore(trash, new SpaceTree(root));
  }
}
