import { Injectable } from '@nestjs/common';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { spaceKeyText } from '../spaces/space-key.js';
import { ShareRepository } from './share.repository.js';

/** Tells open windows of shares. Call after the commit. */
@Injectable()
export class ShareNews {
  constructor(
    private readonly realtime: Realtime,
    private readonly shares: ShareRepository,
  ) {}

  /** Shares of one owner are new or other ones now: the owner's list and those of all who have one show them anew, files included. */
  async changed(ownerId: string, shareIds: readonly string[]): Promise<void> {
    const [id = null, ...others] = shareIds;
    const shareId = others.length === 0 ? id : null;
    this.tellOwner({ id: shareId, ownerId });
    this.tellReceivers(shareId, await this.shares.receiverIds(shareIds));
  }

  /**
   * The rights of owners changed, and with them what these receivers may do with any share of theirs: their running work and
   * topics are checked, and their lists drawn, anew.
   */
  ownersChanged(receiverIds: readonly string[]): void {
    if (receiverIds.length > 0) {
      this.realtime.broadcastToServers('rightsChanged', [...receiverIds]);
      this.tellReceivers(null, receiverIds);
    }
  }

  /** It was used: only its owner's to know. @param id null: several */
  tellOwner({ id, ownerId }: { id: string | null; ownerId: string }): void {
    this.realtime.publish('sharesChanged', audience.user(ownerId), { list: 'mine', shareId: id });
  }

  /** These users have it now, or no longer. @param shareId null: several */
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
   * These users lost it, or everybody did: what runs on it ends, topics of its folders are heard no more, and their windows
   * show that it is over.
   */
  ended(shareId: string, userIds: readonly string[]): void {
    this.realtime.broadcastToServers(
      'spaceAccessChanged',
      spaceKeyText({ space: 'share', spaceId: shareId }),
    );
    if (userIds.length > 0) {
      this.realtime.broadcastToServers('rightsChanged', [...userIds]);
    }
    this.tellReceivers(shareId, userIds);
  }
}
