import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { limits, makeThumbnail, sweepThumbnails, type TaskPayload } from '@clusterdesk/contracts';
import { formatWholeIdentity, identityOf } from '../../../platform/file-space/file-identity.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import type { SpaceUser } from '../../spaces/space.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { drawThumbnail } from './draw-thumbnail.js';
import { kindBytes, pictureKind } from './picture-kind.js';
import { ThumbnailStore } from './thumbnail-store.service.js';

/** How many thumbnails of one user wait to be made: so long others wait for them, whatever is asked for. */
const thumbnailPlaces = 16;

/** `none`: of this content there is none. `asked`: it is being made. */
export type FoundThumbnail = 'none' | 'asked' | { key: string; bytes: Buffer };

/**
 * Thumbnails of pictures on the own disk, by the rule of previews: they show what the file holds. Of no other space: what a project
 * or a share gives is given as it was approved, and as a whole.
 */
@Injectable()
export class Thumbnails {
  constructor(
    private readonly access: SpaceAccess,
    private readonly rights: UserRights,
    private readonly store: ThumbnailStore,
    private readonly tasks: TaskQueue,
  ) {}

  /** The thumbnail of a file as it is now; one that is missing is asked for. @throws DomainError as a preview does */
  async find(caller: SpaceUser, path: string): Promise<FoundThumbnail> {
    const key = await this.withPicture(caller, path, (_, itsKey) => Promise.resolve(itsKey));
    if (key === null) {
      return 'none';
    }
    const bytes = await this.store.find(key);
    if (bytes !== null) {
      return bytes.length === 0 ? 'none' : { key, bytes };
    }
    const place = digest(path).readUInt16BE() % thumbnailPlaces;
    await this.tasks.add(makeThumbnail, { userId: caller.userId, path, place });
    return 'asked';
  }

  /** Makes one, if its user may have it by now. */
  @OnTask(makeThumbnail)
  async make(
    { userId, path }: TaskPayload<typeof makeThumbnail>,
    signal: AbortSignal,
  ): Promise<void> {
    const user = await this.rights.find(userId);
    if (!user) {
      return;
    }
    try {
      await this.withPicture(user, path, async (handle, key) => {
        if ((await this.store.find(key)) === null) {
          const drawn = await drawThumbnail(handle, signal);
          await this.store.keep(key, drawn ?? Buffer.alloc(0));
        }
      });
    } catch (error) {
      // The file or the right is gone since; whoever asks again is told.
      if (!(error instanceof DomainError)) {
        throw error;
      }
    }
  }

  /** If it is stopped, the next run continues. */
  @OnDue(sweepThumbnails)
  async sweep(signal: AbortSignal): Promise<void> {
    await this.store.sweep(signal);
  }

  /**
   * Works with a file that a thumbnail is made of; null for any other. The key stands for the user and the content: nobody gets
   * another's, also where a filesystem gives the inode of a file that is gone to the next one.
   */
  private async withPicture<T>(
    user: SpaceUser,
    path: string,
    work: (handle: FileHandle, key: string) => Promise<T>,
  ): Promise<T | null> {
    const space = await this.access.openForDownload(user, { space: 'disk' }, [path]);
    const handle = await space.files.openRead(path);
    try {
      const stats = await handle.stat({ bigint: true });
      const start = Buffer.alloc(kindBytes);
      await handle.read(start, 0, kindBytes, 0);
      if (stats.size > limits.thumbnailFileBytes || pictureKind(start) === null) {
        return null;
      }
      const content = [formatWholeIdentity(identityOf(stats)), stats.size, stats.mtimeNs];
      return await work(handle, digest([user.userId, ...content].join(' ')).toString('hex'));
    } finally {
      await handle.close();
    }
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
