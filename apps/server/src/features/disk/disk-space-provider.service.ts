import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FileSpace } from '../../platform/file-space/file-space.js';
import { UserRemoval } from '../users/leaving/user-removal.service.js';
import { audience, type Audience } from '../../platform/realtime/audience.js';
import { SpaceProvider, SpaceRegistry, type Space, type SpaceUser } from '../spaces/space.js';
import type { SpaceKey } from '../spaces/space-key.js';
import { DiskOwners } from './disk-owner.repository.js';
import { DiskPaths } from './disk-paths.service.js';
import { DiskUsageService } from './usage/disk-usage.service.js';
import { decideOnDisk } from './disk.policy.js';

/** A disk as its user has it: the whole of it, with its trash. */
export interface DiskSpace extends Space {
  readonly files: FileSpace;
}

/** Opens users' disks. */
@Injectable()
export class DiskSpaceProvider extends SpaceProvider implements OnModuleInit {
  constructor(
    private readonly owners: DiskOwners,
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

  /** The user's own disk. */
  async open(user: SpaceUser): Promise<DiskSpace> {
    return { ...(await this.openWithoutQuota(user)), quota: await this.usages.quotaOf(user) };
  }

  /** For what adds no bytes: takes no query. */
  async openWithoutQuota(user: SpaceUser): Promise<DiskSpace> {
    const key: SpaceKey = { space: 'disk', spaceId: user.userId };
    return {
      key,
      files: await this.openHome(user.userName),
      quota: null,
      hasEntryRights: false,
      can: (action, paths) => Promise.resolve(paths.map(() => decideOnDisk(user, action))),
      locate: (path) => ({ key, path }),
    };
  }

  /** A disk is seen in its user's windows only. */
  override audienceOf({ spaceId }: SpaceKey): Audience {
    return audience.user(spaceId);
  }

  async filesOf({ spaceId }: SpaceKey): Promise<FileSpace | null> {
    const userName = await this.owners.findName(spaceId);
    return userName === null ? null : this.openHome(userName);
  }

  async openHome(userName: string): Promise<FileSpace> {
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
