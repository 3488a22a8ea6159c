import { lstat, mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { FileSpace } from '../../platform/file-space/file-space.js';
import { isErrno, nullWhenGone } from '../../platform/file-space/file-space.errors.js';
import { SafeDirectory } from '../../platform/file-space/safe-directory.js';
import { audience, type Audience } from '../../platform/realtime/audience.js';
import { SpaceProvider, type Space, type SpaceUser } from '../spaces/space.js';
import type { SpaceKey } from '../spaces/space-key.js';
import { DiskOwners } from './disk-owner.repository.js';
import { DiskPaths } from './disk-paths.service.js';
import { DiskTrashProvider } from './trash/disk-trash-provider.service.js';
import { SpaceUsages } from '../spaces/usage/space-usages.service.js';
import { decideOnDisk } from './disk.policy.js';

const diskVersion = 'own';

/** A disk as its user sees it: all of it, with its trash. */
export interface DiskSpace extends Space {
  readonly files: FileSpace;
}

/** Opens users' disks. */
@Injectable()
export class DiskSpaceProvider extends SpaceProvider {
  override readonly account = { table: 'disk_account', idColumn: 'user_id' };

  constructor(
    private readonly owners: DiskOwners,
    private readonly folders: DiskPaths,
    private readonly usages: SpaceUsages,
    override readonly trashes: DiskTrashProvider,
  ) {
    super();
  }

  /** The user's own disk. */
  async open(user: SpaceUser): Promise<DiskSpace> {
    const space = await this.openWithoutQuota(user);
    return { ...space, quota: await this.usages.quotaOf(space.key) };
  }

  /** For calls that add no bytes; needs no query. */
  async openWithoutQuota(user: SpaceUser): Promise<DiskSpace> {
    const key: SpaceKey = { space: 'disk', spaceId: user.userId };
    return {
      key,
      files: await this.openHome(user.homeKey),
      quota: null,
      note: (deltaBytes) => this.usages.note(key, deltaBytes),
      hasEntryRights: false,
      rightsVersion: diskVersion,
      can: (action, paths) => Promise.resolve(paths.map(() => decideOnDisk(user, action))),
      locate: (path) => ({ key, path }),
    };
  }

  /** The user's own trash. @throws NotAllowedInSpaceError */
  override async openTrash(user: SpaceUser): Promise<DiskSpace> {
    const decision = decideOnDisk(user, 'edit');
    if (!decision.isAllowed) {
      throw decision.reason;
    }
    return this.openWithoutQuota(user);
  }

  /** The owner of a disk never changes. */
  override rightsVersions(
    asked: readonly { user: SpaceUser; key: SpaceKey }[],
  ): Promise<(string | null)[]> {
    return Promise.resolve(
      asked.map(({ user }) => (decideOnDisk(user, 'download').isAllowed ? diskVersion : null)),
    );
  }

  /** A disk is visible in its user's windows only. */
  override audienceOf({ spaceId }: SpaceKey): Audience {
    return audience.user(spaceId);
  }

  async filesOf({ spaceId }: SpaceKey): Promise<FileSpace | null> {
    const homeKey = await this.owners.findHomeKey(spaceId);
    return homeKey === null ? null : this.openHome(homeKey);
  }

  async openHome(homeKey: string): Promise<FileSpace> {
    const folders = this.folders.of(homeKey);
    const files = await FileSpace.open(folders);
    await reopen(folders.root);
    return files;
  }

  /** The absolute folder of a user's files, created if missing. */
  async homeDir(homeKey: string): Promise<string> {
    await this.openHome(homeKey);
    return this.folders.of(homeKey).root;
  }

  /**
   * Puts a deleted user's folders aside, where they are kept as long as trash. Each is moved by one rename, so that no
   * crash leaves half of it. Repeated, it moves what is still there; a user who never had a file has no folder.
   */
  async archive(homeKey: string): Promise<void> {
    const { root, trash } = this.folders.of(homeKey);
    const { retired } = this.folders;
    const name = `${homeKey}.${Date.now()}`;
    await moveAside(root, retired.home, `${name}.home`);
    await moveAside(trash, retired.trash, `${name}.trash`);
  }

  /** Whether there are folders with this key. */
  async exists(homeKey: string): Promise<boolean> {
    const { root, trash } = this.folders.of(homeKey);
    const found = await Promise.all([root, trash].map((path) => lstat(path).catch(nullWhenGone)));
    return found.some((stats) => stats !== null);
  }
}

/**
 * Opens a home that its user closed (`chmod 000 ~` in a job): no page could show it and no job could enter it,
 * so that nobody could undo it.
 */
async function reopen(root: string): Promise<void> {
  const stats = await lstat(root).catch(nullWhenGone);
  if (stats === null || (stats.mode & 0o700) === 0o700) {
    return;
  }
  const parent = await SafeDirectory.openRoot(dirname(root));
  try {
    await parent.makeOwnWritable(basename(root));
  } catch (error) {
    nullWhenGone(error);
  } finally {
    await parent.close();
  }
}

/** A folder that its owner closed (`chmod 500 ~`) must be made writable, by its own descriptor, before it can be moved. */
async function moveAside(from: string, targetPath: string, newName: string): Promise<void> {
  const parent = await SafeDirectory.openRoot(dirname(from)).catch(nullWhenGone);
  if (!parent) {
    return;
  }
  await mkdir(targetPath, { recursive: true, mode: 0o750 });
  const target = await SafeDirectory.openRoot(targetPath);
  try {
    await parent.makeOwnWritable(basename(from));
    await parent.renameTo(basename(from), target, newName);
  } catch (error) {
    if (isErrno(error, 'EBUSY')) {
      throw new Error(`${from} is a mount of its own: unmount it, and it is put aside.`, {
        cause: error,
      });
    }
    nullWhenGone(error);
  } finally {
    await target.close();
    await parent.close();
  }
}
