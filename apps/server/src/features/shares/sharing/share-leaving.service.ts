import { Injectable } from '@nestjs/common';
import { shareTypes } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { groupBy } from '../../../platform/group-by.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { ShareNotFoundError } from '../share.errors.js';
import { SharingRepository } from './sharing.repository.js';

/** Ends shares: for everybody, or for one receiver. */
@Injectable()
export class ShareLeavingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SharingRepository,
    private readonly audit: AuditTrail,
    private readonly news: ShareEventPublisher,
  ) {}

  /** Deletes shares of the caller: all of them or, when one is somebody else's, none. @throws ShareNotFoundError then */
  async remove(caller: Principal, shareIds: readonly string[]): Promise<void> {
    const ids = [...new Set(shareIds)];
    const receivers = await this.dataSource.transaction(async (manager) => {
      const shares = await this.repository.lockOwn(manager, caller.userId, ids);
      if (shares.length !== ids.length) {
        throw new ShareNotFoundError();
      }
      const rows = await this.repository.receiversOf(manager, ids);
      const byShare = groupBy(rows, ({ shareId }) => shareId);
      await this.repository.delete(manager, ids);
      for (const share of shares) {
        await this.audit.record(manager, {
          target: { type: 'share', id: share.id, name: share.name },
          details: {
            isLink: share.shareType === shareTypes.link,
            receivers: byShare.get(share.id)?.length ?? 0,
          },
        });
      }
      return byShare;
    });
    for (const id of ids) {
      this.news.tellOwner({ id, ownerId: caller.userId });
      this.news.ended(
        id,
        (receivers.get(id) ?? []).map(({ userId }) => userId),
      );
    }
  }

  /** Removes received shares from the caller's list: all of them or none. @throws ShareNotFoundError when one of them is not there */
  async leave(caller: Principal, shareIds: readonly string[]): Promise<void> {
    const ids = [...new Set(shareIds)];
    const left = await this.dataSource.transaction(async (manager) => {
      const shares = await this.repository.leave(manager, caller.userId, ids);
      if (shares.length !== ids.length) {
        throw new ShareNotFoundError();
      }
      for (const { id, name } of shares) {
        await this.audit.record(manager, { target: { type: 'share', id, name } });
      }
      return shares;
    });
    for (const share of left) {
      this.news.tellOwner(share);
      this.news.ended(share.id, [caller.userId]);
    }
  }
}
