import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { OperationLog } from '../../spaces/operations/operation-log.service.js';
import { PathFollower } from '../../spaces/operations/path-follower.js';
import type { ChangeContext, EntryChange } from '../../spaces/operations/space-observer.js';
import { ApprovalNews } from '../approval-news.service.js';
import { ApplicationListRepository } from '../listing/application-list.repository.js';
import { ApplicationPathsRepository } from './application-paths.repository.js';

/**
 * Keeps applications at the entries that they are about. What replaces needs nothing: the content is not the one that was
 * asked for.
 */
@Injectable()
export class ApprovalObserver extends PathFollower implements OnModuleInit {
  constructor(
    private readonly operations: OperationLog,
    private readonly paths: ApplicationPathsRepository,
    private readonly lists: ApplicationListRepository,
    private readonly afterCommit: AfterCommit,
    private readonly news: ApprovalNews,
  ) {
    super(paths);
  }

  onModuleInit(): void {
    this.operations.observe('project', this);
  }

  async entriesPurged(
    context: ChangeContext,
    entries: readonly Extract<EntryChange, { kind: 'purged' }>[],
  ): Promise<void> {
    const { manager, key } = context;
    const trashIds = entries.map(({ trashId }) => trashId);
    this.tell(context, await this.paths.purge(manager, key.spaceId, trashIds));
  }

  protected override tell({ manager, key }: ChangeContext, changed: readonly string[]): void {
    if (changed.length > 0) {
      this.afterCommit.run(manager, async () => {
        this.news.changed(null, key.spaceId, await this.lists.listConcerned(changed));
        changed.forEach((id) => this.news.ended(id));
      });
    }
  }
}
