import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { SharingRepository } from '../sharing/sharing.repository.js';
import { shareTarget } from '../sharing/share-target.js';
import { ShareLinkWrongError } from './link.errors.js';

/** Whoever came by a link has its share, until it ends or they leave it. */
@Injectable()
export class LinkReceivers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SharingRepository,
    private readonly audit: AuditTrail,
    private readonly news: ShareEventPublisher,
  ) {}

  /** Adds the caller to those who have the share; its owner has it anyway. @throws ShareLinkWrongError when it has just ended */
  async admit(caller: Principal, share: { id: string; ownerId: string }): Promise<void> {
    const added = await this.dataSource.transaction(async (manager) => {
      const link = await this.repository.lockLink(manager, share.id);
      if (!link) {
        throw new ShareLinkWrongError();
      }
      const isNew =
        share.ownerId !== caller.userId &&
        (await this.repository.addReceivers(manager, share.id, [caller.userId])).length > 0;
      await this.audit.record(manager, { target: shareTarget(link) });
      return isNew;
    });
    if (added) {
      this.news.tellOwner(share);
      this.news.tellReceivers(share.id, [caller.userId]);
    }
  }
}
