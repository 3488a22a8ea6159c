import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { OperationLog } from '../../spaces/operations/operation-log.service.js';
import type {
  ChangeContext,
  EntryChange,
  SpaceObserver,
} from '../../spaces/operations/space-observer.js';
import { ShareNews } from '../share-news.service.js';
import { ShareFolderNews } from './share-folder-news.service.js';
import { SharePathsRepository } from './share-paths.repository.js';

type Changes<Kind extends EntryChange['kind']> = readonly Extract<EntryChange, { kind: Kind }>[];

/**
 * Keeps shares at their entries while these are moved, removed and restored on the platform. What is put in the trash is
 * known by its id there: another that takes its name is not shared in its place. What adds or replaces needs nothing, so
 * there is no method for it, which would cost each upload a row.
 */
@Injectable()
export class ShareObserver implements OnModuleInit, SpaceObserver {
  constructor(
    private readonly operations: OperationLog,
    private readonly paths: SharePathsRepository,
    private readonly afterCommit: AfterCommit,
    private readonly news: ShareNews,
    private readonly folders: ShareFolderNews,
  ) {}

  onModuleInit(): void {
    this.operations.observe('disk', this);
  }

  async entriesMoved(context: ChangeContext, entries: Changes<'moved'>): Promise<void> {
    const { manager, key } = context;
    const changed: string[] = [];
    for (const { from, to } of entries) {
      changed.push(...(await this.paths.move(manager, key.spaceId, from, to)));
    }
    this.tell(context, changed);
  }

  async entriesRemoved(context: ChangeContext, entries: Changes<'removed'>): Promise<void> {
    const { manager, key } = context;
    const changed: string[] = [];
    for (const { path, trashId } of entries) {
      changed.push(...(await this.paths.remove(manager, key.spaceId, path, trashId)));
    }
    this.tell(context, changed);
  }

  async entriesRestored(context: ChangeContext, entries: Changes<'restored'>): Promise<void> {
    const { manager, key } = context;
    const changed: string[] = [];
    for (const { from, path, trashId } of entries) {
      changed.push(...(await this.paths.restore(manager, key.spaceId, trashId, from, path)));
    }
    this.tell(context, changed);
  }

  /** Both sides see the new paths and states, and who looks at a share that its top is another one. */
  private tell({ manager, key }: ChangeContext, shareIds: readonly string[]): void {
    for (const id of new Set(shareIds)) {
      this.afterCommit.run(manager, async () => {
        this.folders.tell(id, ['/']);
        await this.news.changed({ id, ownerId: key.spaceId });
      });
    }
  }
}
