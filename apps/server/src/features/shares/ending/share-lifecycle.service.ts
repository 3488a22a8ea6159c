import { Injectable } from '@nestjs/common';
import { tellEndedShares } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { ShareRepository } from '../share.repository.js';
import { ShareLifecycleRepository } from './share-lifecycle.repository.js';

/** Expired links handled by one step. */
const atOnce = 100;

/**
 * Tells open windows of shares that end without being deleted: because of their owner's rights, the owner's account, or their
 * expiry. Whether a share can be used is decided at each use regardless.
 */
@Injectable()
export class ShareLifecycle {
  /** This process has reported changes of validity up to this database time. */
  private turnsToldUntil: string | null = null;

  constructor(
    private readonly repository: ShareLifecycleRepository,
    private readonly shares: ShareRepository,
    private readonly news: ShareEventPublisher,
    private readonly afterCommit: AfterCommit,
  ) {}

  /** Tells that what these owners may share has changed. */
  async tellOwnersChanged(userIds: readonly string[]): Promise<void> {
    this.news.ownersChanged(await this.repository.sharesOf(userIds));
  }

  /** Tells of what ended with time alone: links, and the validity of owners. */
  @OnDue(tellEndedShares)
  async tellEnded(signal: AbortSignal): Promise<void> {
    const { userIds, at } = await this.repository.listTurned(this.turnsToldUntil);
    await this.tellOwnersChanged(userIds);
    this.turnsToldUntil = at;
    await this.tellExpired(signal);
  }

  /** Tells windows of expired links, once for each. Told before it is noted, so that a crash repeats it rather than losing it. */
  private async tellExpired(signal: AbortSignal): Promise<void> {
    let shares = await this.repository.listExpired(atOnce);
    while (shares.length > 0 && !signal.aborted) {
      for (const share of shares) {
        this.news.tellOwner(share);
        this.news.ended(share.id, await this.shares.receiverIds([share.id]));
      }
      await this.repository.noteTold(shares.map(({ id }) => id));
      shares = await this.repository.listExpired(atOnce);
    }
  }

  /** A deleted account takes its shares with it and leaves those of others: whom to tell is known only before. */
  async noteDeletion(manager: EntityManager, userId: string): Promise<void> {
    const shares = await this.repository.sharesOf([userId], manager);
    const owners = await this.repository.ownersFor(userId, manager);
    this.afterCommit.run(manager, () => {
      this.news.ownersChanged(shares);
      owners.forEach((ownerId) => this.news.tellOwner({ id: null, ownerId }));
    });
  }
}
