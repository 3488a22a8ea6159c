import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { EntryFollower } from '../../spaces/operations/entry-follower.js';
import type { ChangeContext, EntryChange } from '../../spaces/operations/space-observer.js';
import { ApprovalEventPublisher } from '../approval-event-publisher.service.js';
import { ApplicationPartsRepository } from './application-parts.repository.js';

/** Tells of applications whose entries are moved, removed and restored, and ends those whose entries are gone. */
@Injectable()
export class ApprovalObserver extends EntryFollower {
  constructor(
    private readonly parts: ApplicationPartsRepository,
    private readonly afterCommit: AfterCommit,
    private readonly news: ApprovalEventPublisher,
  ) {
    super();
  }

  async entriesPurged(context: ChangeContext, entries: readonly EntryChange[]): Promise<void> {
    for (const entry of entries) {
      const entryId = context.known.get(entry);
      if (entryId !== undefined) {
        this.tell(context, await this.parts.end(context.manager, entryId));
      }
    }
  }

  protected override find(manager: EntityManager, entryId: string): Promise<string[]> {
    return this.parts.listAbout(manager, entryId);
  }

  protected override tell({ manager, key }: ChangeContext, changed: readonly string[]): void {
    if (changed.length > 0) {
      this.afterCommit.run(manager, () => this.news.ended(key.spaceId, changed));
    }
  }
}
