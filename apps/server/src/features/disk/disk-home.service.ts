import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import { FileSpace } from '../../platform/file-space/file-space.js';
import { checkNewName } from '../../platform/file-space/space-path.js';
import { UserRemoval } from '../identity/user-removal.service.js';
import { audience } from '../../platform/realtime/audience.js';
import {
  SpaceProvider,
  SpaceRegistry,
  type ResolvedSpace,
  type SpaceUser,
} from '../transfer/space-provider.js';
import { NoHomeError } from './disk.errors.js';
import { mayUseDisk } from './disk.policy.js';

/** Where users' disks lie: `home/<userName>` and `.trash/disk/<userName>` under FILES_DIR. */
@Injectable()
export class DiskHome extends SpaceProvider implements OnModuleInit {
  constructor(
    @Inject(Config) private readonly config: Config,
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
      quota: null,
      audience: audience.user(user.userId),
    };
  }

  async open(userName: string): Promise<FileSpace> {
    return FileSpace.open({
      root: this.folderOf(userName),
      trash: join(this.config.filesDir, '.trash', 'disk', userName),
    });
  }

  /** Puts a deleted user's folders aside: whoever gets the same name later must not find them. */
  private async retire(userName: string): Promise<void> {
    const trash = join(this.config.filesDir, '.trash');
    const aside = join(trash, 'users', `${userName}.${Date.now()}`);
    const folders = [
      [this.folderOf(userName), `${aside}.home`],
      [join(trash, 'disk', userName), `${aside}.trash`],
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
    try {
      checkNewName(userName);
    } catch {
      throw new NoHomeError();
    }
    return join(this.config.filesDir, 'home', userName);
  }
}
