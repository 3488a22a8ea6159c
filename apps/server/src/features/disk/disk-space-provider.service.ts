import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import { FileSpace } from '../../platform/file-space/file-space.js';
import { UserRemoval } from '../users/leaving/user-removal.service.js';
import { audience } from '../../platform/realtime/audience.js';
import {
  SpaceProvider,
  SpaceRegistry,
  type ResolvedSpace,
  type SpaceUser,
} from '../spaces/space-provider.js';
import { DiskPaths } from './disk-paths.service.js';
import { DiskUsageService } from './usage/disk-usage.service.js';
import { mayUseDisk } from './disk.policy.js';

/** Opens users' disks. */
@Injectable()
export class DiskSpaceProvider extends SpaceProvider implements OnModuleInit {
  constructor(
    private readonly folders: DiskPaths,
    private readonly usages: DiskUsageService,
    private readonly spaces: SpaceRegistry,
    private readonly userRemoval: UserRemoval,
  ) {
    super();
  }

  onModuleInit(): void {
    this.spaces.register('disk', this);
    this.userRemoval.onRemoved((userName) => this.retire(userName));
  }

  /** The user's own disk, whatever else the reference says. */
  async resolve(user: SpaceUser, _ref: SpaceRef): Promise<ResolvedSpace> {
    const mayUse = mayUseDisk(user);
    return {
      space: await this.open(user.userName),
      mayRead: mayUse,
      mayWrite: mayUse,
      quota: await this.usages.quotaOf(user),
      audience: audience.user(user.userId),
    };
  }

  async open(userName: string): Promise<FileSpace> {
    return FileSpace.open(this.folders.of(userName));
  }

  /** Puts a deleted user's folders aside: whoever gets the same name later must not find them. */
  private async retire(userName: string): Promise<void> {
    const aside = join(this.folders.retired, `${userName}.${Date.now()}`);
    const { root, trash } = this.folders.of(userName);
    const folders = [
      [root, `${aside}.home`],
      [trash, `${aside}.trash`],
    ] as const;
    for (const [from, to] of folders) {
      await mkdir(dirname(to), { recursive: true, mode: 0o750 });
      await rename(from, to).catch((error: unknown) => {
        // A user who never had a file has no folder.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
          throw error;
        }
      });
    }
  }

  folderOf(userName: string): string {
    return this.folders.of(userName).root;
  }
}
