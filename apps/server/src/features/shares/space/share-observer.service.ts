import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { EntryFollower } from '../../spaces/operations/entry-follower.js';
import type { ChangeContext } from '../../spaces/operations/space-observer.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { ShareRepository } from '../share.repository.js';

/** Tells of shares whose entries are moved, removed or restored. */
@Injectable()
export class ShareObserver extends EntryFollower {
  constructor(
    private readonly shares: ShareRepository,
    private readonly afterCommit: AfterCommit,
    private readonly news: ShareEventPublisher,
  ) {
    super();
  }

  protected override find(manager: EntityManager, entryId: string): Promise<string[]> {
    return this.shares.listWith(manager, entryId);
  }

  /** Owners and receivers see the new paths and states, and viewers the new top: one event each, even for thousands of shares. */
  protected override tell({ manager, key }: ChangeContext, shareIds: readonly string[]): void {
    if (shareIds.length > 0) {
      this.afterCommit.run(manager, () => this.news.changed(key.spaceId, shareIds));
    }
  }
}
