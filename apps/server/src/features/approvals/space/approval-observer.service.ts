import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { OperationLog } from '../../spaces/operations/operation-log.service.js';
import type {
  ChangeContext,
  EntryChange,
  SpaceObserver,
} from '../../spaces/operations/space-observer.js';
import { ApplicationPathsRepository } from './application-paths.repository.js';
import { ApplicationListRepository } from '../listing/application-list.repository.js';
import { ApprovalNews } from '../approval-news.service.js';

type Changes<Kind extends EntryChange['kind']> = readonly Extract<EntryChange, { kind: Kind }>[];

/**
 * Keeps applications at the entries that they are about. What is put in the trash is known by its id there: another that takes its
 * name was not applied for. What replaces needs nothing: the content is not the one that was asked for.
 */
@Injectable()
export class ApprovalObserver implements OnModuleInit, SpaceObserver {
  constructor(
    private readonly operations: OperationLog,
    private readonly paths: ApplicationPathsRepository,
    private readonly lists: ApplicationListRepository,
    private readonly afterCommit: AfterCommit,
    private readonly news: ApprovalNews,
  ) {}

  onModuleInit(): void {
    this.operations.observe('project', this);
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

  async entriesPurged(context: ChangeContext, entries: Changes<'purged'>): Promise<void> {
    const { manager, key } = context;
    const trashIds = entries.map(({ trashId }) => trashId);
    this.tell(context, await this.paths.purge(manager, key.spaceId, trashIds));
  }

  private tell({ manager, key }: ChangeContext, ids: readonly string[]): void {
    const changed = [...new Set(ids)];
    if (changed.length > 0) {
      this.afterCommit.run(manager, async () => {
        this.news.changed(null, key.spaceId, await this.lists.listConcerned(changed));
        changed.forEach((id) => this.news.ended(id));
      });
    }
  }
}
