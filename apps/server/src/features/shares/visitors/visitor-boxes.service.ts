import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { hashToken } from '../../../platform/secrets/token-hash.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { spaceKeyText } from '../../spaces/space-key.js';
import type { SpaceUser } from '../../spaces/space.js';
import type { UploadCaller } from '../../uploads/upload-caller.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { ShareNotFoundError } from '../share.errors.js';
import { isExpired, mayShare } from '../share.policy.js';
import { ShareRepository, type ShareAccess, type StoredShare } from '../share.repository.js';
import { DropBoxFullError, TooManyVisitorUploadsError } from './visitor.errors.js';
import { VisitorRepository, type StoredVisitor } from './visitor.repository.js';
import { visitorSpaceId, type VisitorSpace } from './visitor-space.js';
import { visitorDropBoxes } from './visitor.settings.js';

/** Whether a drop box is open to visitors without an account, whose ticket is good, and how much comes from them. */
@Injectable()
export class VisitorBoxes {
  constructor(
    private readonly visitors: VisitorRepository,
    private readonly shares: ShareRepository,
    private readonly rights: UserRights,
    private readonly settings: Settings,
  ) {}

  /**
   * Whether visitors may add to it now: the platform lets them in, the owner opened it, it has not ended, and the owner may share.
   * @param owner null: deleted, frozen, or outside the validity period
   */
  async isOpen(
    share: Pick<StoredShare, 'isDropBox' | 'forVisitors' | 'expiresAt'>,
    owner: SpaceUser | null,
  ): Promise<boolean> {
    return (
      share.isDropBox &&
      share.forVisitors &&
      !isExpired(share, new Date()) &&
      mayShare(owner) &&
      (await this.settings.get(visitorDropBoxes))
    );
  }

  /**
   * The drop box that a visitor adds to, on the right of its owner.
   * @throws ShareNotFoundError when it is closed for any reason
   */
  async open(
    owner: SpaceUser,
    { shareId, visitorId }: VisitorSpace,
  ): Promise<{ share: ShareAccess; visitor: StoredVisitor }> {
    const [share, visitor] = await Promise.all([
      this.shares.findAccess(shareId, null),
      this.visitors.find(visitorId),
    ]);
    if (
      !share ||
      visitor?.shareId !== shareId ||
      share.ownerId !== owner.userId ||
      !(await this.isOpen(share, owner))
    ) {
      throw new ShareNotFoundError();
    }
    return { share, visitor };
  }

  /** Who uploads with a ticket; null when it is unknown or over, or the drop box is closed. */
  async readTicket(ticket: string): Promise<UploadCaller | null> {
    const visitor = await this.visitors.findByToken(hashToken(ticket));
    const owner = visitor && (await this.rights.find(visitor.ownerId));
    const share = visitor && (await this.shares.findAccess(visitor.shareId, null));
    if (!visitor || !owner || !share || !(await this.isOpen(share, owner))) {
      return null;
    }
    const { id, shareId, name, shareName } = visitor;
    return {
      ...owner,
      visitor: {
        id,
        name,
        ref: { space: 'share', spaceId: visitorSpaceId({ shareId, visitorId: id }) },
        spaceKeys: [spaceKeyText({ space: 'share', spaceId: shareId })],
        target: { type: 'share', id: shareId, name: shareName },
      },
    };
  }

  /**
   * Counts a file before its bytes come, in the transaction that writes its upload down.
   * @throws DropBoxFullError, TooManyVisitorUploadsError, or ShareNotFoundError when it has just been closed
   */
  async admit(manager: EntityManager, visitor: StoredVisitor, sizeBytes: number): Promise<void> {
    await this.visitors.lockAddress(manager, visitor);
    // Its lock on the share holds until the commit: what is counted next cannot change meanwhile.
    const counted = await this.visitors.countIn(manager, visitor.shareId, sizeBytes);
    if (counted !== 'counted') {
      throw counted === 'full' ? new DropBoxFullError() : new ShareNotFoundError();
    }
    const { inBox, fromAddress } = await this.visitors.countUnderWay(manager, visitor);
    if (inBox >= limits.visitorUploadsPerBox || fromAddress >= limits.visitorUploadsPerAddress) {
      throw new TooManyVisitorUploadsError();
    }
  }

  /** What `admit` counted for an upload that came to nothing. */
  release(manager: EntityManager, { shareId }: VisitorSpace, sizeBytes: number): Promise<void> {
    return this.visitors.countOut(manager, shareId, sizeBytes);
  }
}
