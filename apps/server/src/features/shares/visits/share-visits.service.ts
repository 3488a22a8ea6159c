import { Injectable, Logger } from '@nestjs/common';
import {
  limits,
  visitorFilesNotice,
  type ShareVisit,
  type VisitAction,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { Notifications } from '../../notifications/notification.service.js';
import type { SpaceUse } from '../../spaces/space.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { ShareNotFoundError, ShareUsedUpError } from '../share.errors.js';
import { ShareRepository } from '../share.repository.js';
import { VisitorRepository, type StoredVisitor } from '../visitors/visitor.repository.js';
import { ShareVisitRepository } from './share-visit.repository.js';

type Share = { id: string; ownerId: string };
type Visitor = { userId: string };
/** Who adds to a drop box: a user, or a visitor without an account. */
type Giver = { user: Visitor; visitor?: undefined } | { user?: undefined; visitor: StoredVisitor };

const actionOf = {
  preview: 'previewed',
  download: 'downloaded',
  copy: 'saved',
} as const satisfies Record<SpaceUse['action'], VisitAction>;

/** Counts what receivers take from a share, and notes what they do with it. What its owner does is not noted. */
@Injectable()
export class ShareVisits {
  private readonly logger = new Logger('ShareVisits');

  constructor(
    private readonly dataSource: DataSource,
    private readonly shares: ShareRepository,
    private readonly repository: ShareVisitRepository,
    private readonly afterCommit: AfterCommit,
    private readonly visitors: VisitorRepository,
    private readonly notifications: Notifications,
    private readonly news: ShareEventPublisher,
    private readonly config: Config,
  ) {}

  /**
   * One download, preview or copy, as part of the transaction that gives it.
   * @throws ShareUsedUpError, or ShareNotFoundError when it has just ended
   */
  async consume(manager: EntityManager, share: Share, user: Visitor, use: SpaceUse): Promise<void> {
    const taken = await this.repository.countDownload(manager, share.id);
    if (taken !== 'counted') {
      throw taken === 'usedUp' ? new ShareUsedUpError() : new ShareNotFoundError();
    }
    await this.repository.add(manager, {
      shareId: share.id,
      userId: user.userId,
      action: actionOf[use.action],
      paths: use.paths,
    });
    this.afterCommit.run(manager, () => this.news.tellOwner(share));
  }

  /** Refunds what came to nothing. The visit stays noted. */
  async refund(manager: EntityManager, shareId: string): Promise<void> {
    const ownerId = await this.repository.uncountDownload(manager, shareId);
    if (ownerId !== null) {
      this.afterCommit.run(manager, () => this.news.tellOwner({ id: shareId, ownerId }));
    }
  }

  /** Its top was listed. Noted at most once an hour per user. Never throws: the listing has succeeded. */
  async opened(share: Share, user: Visitor): Promise<void> {
    await this.noteSafely(share, async () => {
      const visit = { shareId: share.id, userId: user.userId };
      if (await this.repository.hasOpened(this.dataSource.manager, visit)) {
        return false;
      }
      return this.dataSource.transaction(async (manager) => {
        // Several windows of one user may open it at the same time.
        await this.repository.touch(manager, share.id);
        const isNew = !(await this.repository.hasOpened(manager, visit));
        if (isNew) {
          await this.repository.add(manager, { ...visit, action: 'opened', paths: ['/'] });
        }
        return isNew;
      });
    });
  }

  /**
   * A file was added to a drop box. Files that one person adds in succession are one visit. Of those of a visitor without an account
   * the owner is told. Never throws.
   */
  async uploaded(share: Share, { user, visitor }: Giver, path: string): Promise<void> {
    await this.noteSafely(share, () =>
      this.dataSource.transaction(async (manager) => {
        const visit = { shareId: share.id, ...(user ? { userId: user.userId } : { visitor }) };
        await this.repository.touch(manager, share.id);
        if (visitor) {
          await this.tellOfVisitor(manager, share, visitor);
        }
        if (await this.repository.extendUpload(manager, { ...visit, path })) {
          return false;
        }
        await this.repository.add(manager, { ...visit, action: 'uploaded', paths: [path] });
        return true;
      }),
    );
  }

  /** The newest first, for the owner of the share, also when its time is over. @throws ShareNotFoundError */
  async list(
    caller: Visitor,
    { id, pageNum = 0, size = limits.maxPageSize }: { id: string; pageNum?: number; size?: number },
  ): Promise<{ data: ShareVisit[]; total: number }> {
    if ((await this.shares.find(id))?.ownerId !== caller.userId) {
      throw new ShareNotFoundError();
    }
    const { visits, total } = await this.repository.list(id, pageNum * size, size);
    const data = visits.map(({ createdAt, ...visit }) => ({
      ...visit,
      time: wireTime(createdAt, this.config.timeZone),
    }));
    return { data, total };
  }

  /** Files of one visitor within some minutes are one notice. */
  private async tellOfVisitor(
    manager: EntityManager,
    { id: shareId, ownerId }: Share,
    { id, name, title }: StoredVisitor,
  ): Promise<void> {
    const files = await this.visitors.countFile(manager, id);
    const notice = { shareId, title, visitor: name, files };
    await this.notifications.notify(manager, [ownerId], visitorFilesNotice, notice, id);
  }

  private async noteSafely(share: Share, note: () => Promise<boolean>): Promise<void> {
    try {
      if (await note()) {
        this.news.tellOwner(share);
      }
    } catch (error) {
      this.logger.warn({ err: error, share: share.id }, 'A visit could not be noted');
    }
  }
}
