import { Injectable, Logger } from '@nestjs/common';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { spaceKeyText, type SpaceKey } from '../spaces/space-key.js';
import { ShareRepository } from './share.repository.js';

/** The shares of some owners, and all their receivers. */
export interface SharesOfOwners {
  shareIds: string[];
  receiverIds: string[];
}

/** Tells open windows of shares. Call after the commit. */
@Injectable()
export class ShareEventPublisher {
  private readonly logger = new Logger('ShareEventPublisher');

  constructor(
    private readonly realtime: Realtime,
    private readonly shares: ShareRepository,
  ) {}

  /** Shares of one owner are new or have changed: the owner's list and those of the receivers show them anew, files included. */
  async changed(ownerId: string, shareIds: readonly string[]): Promise<void> {
    const [id = null, ...others] = shareIds;
    const shareId = others.length === 0 ? id : null;
    this.tellOwner({ id: shareId, ownerId });
    this.tellReceivers(shareId, await this.shares.receiverIds(shareIds));
  }

  /** Folders of a disk look different now: so do those of shares that show them. Never throws. */
  async foldersChanged(
    { space, spaceId: ownerId }: SpaceKey,
    dirs: readonly string[],
  ): Promise<void> {
    if (space !== 'disk') {
      return;
    }
    try {
      for (const { shareId, dirs: shown } of await this.shares.listShowing(ownerId, dirs)) {
        const share = { space: 'share', spaceId: shareId } as const;
        for (const dir of shown) {
          const watching = audience.topic({ topic: 'folder', ...share, dir });
          this.realtime.publish('filesChanged', watching, { ...share, dir });
        }
      }
    } catch (error) {
      // What is shown is read anew when its window comes back.
      this.logger.warn({ err: error }, 'Changes could not be told to those who look at shares');
    }
  }

  /** The rights of owners changed, and with them everybody's rights to their shares: running work on these and their topics are checked. */
  ownersChanged({ shareIds, receiverIds }: SharesOfOwners): void {
    this.accessChanged(shareIds);
    this.tellReceivers(null, receiverIds);
  }

  /** A share was used or changed: only its owner hears of it. @param id null: several */
  tellOwner({ id, ownerId }: { id: string | null; ownerId: string }): void {
    this.realtime.publish('sharesChanged', audience.user(ownerId), { list: 'mine', shareId: id });
  }

  /** These users have received or lost it. @param shareId null: several */
  tellReceivers(shareId: string | null, userIds: readonly string[]): void {
    if (userIds.length > 0) {
      this.realtime.publish(
        'sharesChanged',
        userIds.map((userId) => audience.user(userId)),
        { list: 'received', shareId },
      );
    }
  }

  /**
   * These users, perhaps all, have lost it: running work on it and topics of its folders end, and their windows show
   * that.
   */
  ended(shareId: string, userIds: readonly string[]): void {
    this.accessChanged([shareId]);
    this.tellReceivers(shareId, userIds);
  }

  /** Receivers may do less with it than before: running work on it is checked, and ends where its right did. */
  rightsChanged(shareId: string): void {
    this.accessChanged([shareId]);
  }

  private accessChanged(shareIds: readonly string[]): void {
    if (shareIds.length > 0) {
      this.realtime.broadcastToServers(
        'spaceAccessChanged',
        shareIds.map((spaceId) => spaceKeyText({ space: 'share', spaceId })),
      );
    }
  }
}
