import { Injectable, Logger } from '@nestjs/common';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import type { SpaceKey } from '../../spaces/space-key.js';
import { SharePathsRepository } from './share-paths.repository.js';

/** Tells who looks at a folder of a share that its entries changed on its owner's disk, whoever changed them. */
@Injectable()
export class ShareFolderEventPublisher {
  private readonly logger = new Logger('ShareFolderEventPublisher');
  /** Folders that were told of in one go, by owner: they are looked up together. */
  private readonly waiting = new Map<string, Set<string>>();

  constructor(
    private readonly realtime: Realtime,
    private readonly paths: SharePathsRepository,
  ) {}

  /** A folder of a disk looks different now; others that do at this moment are looked up with it. */
  note({ space, spaceId }: SpaceKey, dir: string): void {
    if (space !== 'disk') {
      return;
    }
    const dirs = this.waiting.get(spaceId);
    if (dirs) {
      dirs.add(dir);
      return;
    }
    this.waiting.set(spaceId, new Set([dir]));
    setImmediate(() => void this.look(spaceId));
  }

  /** These folders of a share look different now. */
  private tell(shareId: string, dirs: readonly string[]): void {
    const share = { space: 'share', spaceId: shareId } as const;
    for (const dir of dirs) {
      const watching = audience.topic({ topic: 'folder', ...share, dir });
      this.realtime.publish('filesChanged', watching, { ...share, dir });
    }
  }

  private async look(ownerId: string): Promise<void> {
    const dirs = this.waiting.get(ownerId) ?? new Set();
    this.waiting.delete(ownerId);
    try {
      for (const shown of await this.paths.listShowing(ownerId, [...dirs])) {
        this.tell(shown.shareId, shown.dirs);
      }
    } catch (error) {
      // What is shown is read anew when its window comes back.
      this.logger.warn({ err: error }, 'Changes could not be told to those who look at shares');
    }
  }
}
