import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { OperationLog } from '../../spaces/operations/operation-log.service.js';
import { PathFollower } from '../../spaces/operations/path-follower.js';
import type { ChangeContext } from '../../spaces/operations/space-observer.js';
import { ShareNews } from '../share-news.service.js';
import { ShareFolderNews } from './share-folder-news.service.js';
import { SharePathsRepository } from './share-paths.repository.js';

/** Keeps shares at their entries. */
@Injectable()
export class ShareObserver extends PathFollower implements OnModuleInit {
  constructor(
    private readonly operations: OperationLog,
    paths: SharePathsRepository,
    private readonly afterCommit: AfterCommit,
    private readonly news: ShareNews,
    private readonly folders: ShareFolderNews,
  ) {
    super(paths);
  }

  onModuleInit(): void {
    this.operations.observe('disk', this);
  }

  /** Both sides see the new paths and states, and who looks at a share that its top is another one. */
  protected override tell({ manager, key }: ChangeContext, shareIds: readonly string[]): void {
    for (const id of shareIds) {
      this.afterCommit.run(manager, async () => {
        this.folders.tell(id, ['/']);
        await this.news.changed({ id, ownerId: key.spaceId });
      });
    }
  }
}
