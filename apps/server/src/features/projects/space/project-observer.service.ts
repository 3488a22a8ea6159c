import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';
import { OperationLog } from '../../spaces/operations/operation-log.service.js';
import type {
  ChangeContext,
  EntryChange,
  SpaceObserver,
} from '../../spaces/operations/space-observer.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import type { KnownEntry } from '../permission/decide-permission.js';
import { ProjectEntriesRepository } from '../permission/project-entries.repository.js';
import { defaultSwitches, type Switches } from '../permission/switches.js';
import { isManager } from '../project.policy.js';

type Changes<Kind extends EntryChange['kind']> = readonly Extract<EntryChange, { kind: Kind }>[];

/** Keeps what is known of a project's entries at the entries: who put them there, and the switches that were saved for them. */
@Injectable()
export class ProjectObserver implements OnModuleInit, SpaceObserver {
  /** What went to the trash in a transaction, by its path: what takes its place in the same one is told of after it. */
  private readonly removed = new WeakMap<EntityManager, Map<string, string>>();

  constructor(
    private readonly operations: OperationLog,
    private readonly entries: ProjectEntriesRepository,
    private readonly projects: ProjectAccessRepository,
  ) {}

  onModuleInit(): void {
    this.operations.observe('project', this);
  }

  async entriesAdded(context: ChangeContext, added: Changes<'added'>): Promise<void> {
    const { manager, key, userId } = context;
    const paths = added.map(({ path }) => path);
    await this.entries.notePut(manager, key.spaceId, userId, paths);
  }

  /** Another file under a name that was there: who put it there is another, what was saved for the name stays. */
  async entriesReplaced(context: ChangeContext, replaced: Changes<'replaced'>): Promise<void> {
    const { manager, key, userId } = context;
    const removed = this.removed.get(manager);
    for (const { path } of replaced) {
      const trashId = removed?.get(path);
      if (trashId !== undefined) {
        await this.entries.inherit(manager, key.spaceId, path, trashId);
      }
    }
    const paths = replaced.map(({ path }) => path);
    await this.entries.notePut(manager, key.spaceId, userId, paths);
  }

  /**
   * An entry takes along what was saved for it. What held for it because of the folders above it goes with it too: who put it
   * there stays who he is, and nobody but a manager opens an entry by moving it to where the switches say more.
   */
  async entriesMoved(context: ChangeContext, moved: Changes<'moved'>): Promise<void> {
    for (const { from, to } of moved) {
      await this.move(context, from, to);
    }
  }

  async entriesRemoved(
    { manager, key }: ChangeContext,
    removed: Changes<'removed'>,
  ): Promise<void> {
    for (const { path, trashId } of removed) {
      await this.entries.remove(manager, key.spaceId, path, trashId);
    }
    this.removed.set(manager, new Map(removed.map(({ path, trashId }) => [path, trashId])));
  }

  async entriesRestored(
    { manager, key }: ChangeContext,
    restored: Changes<'restored'>,
  ): Promise<void> {
    for (const { path, from, trashId } of restored) {
      await this.entries.restore(manager, key.spaceId, trashId, from, path);
    }
  }

  async entriesPurged({ manager, key }: ChangeContext, purged: Changes<'purged'>): Promise<void> {
    const trashIds = purged.map(({ trashId }) => trashId);
    await this.entries.purge(manager, key.spaceId, trashIds);
  }

  private async move(context: ChangeContext, from: string, to: string): Promise<void> {
    const { manager, key, userId } = context;
    const projectId = key.spaceId;
    const before = await this.effective(manager, projectId, from);
    await this.entries.move(manager, projectId, from, to);
    const after = await this.effective(manager, projectId, to);
    if (before.put && after.put?.path !== to) {
      await this.entries.notePut(manager, projectId, before.put.putBy, [to]);
    }
    const isOther = after.saved?.path !== to && after.switches !== before.switches;
    const project = isOther ? await this.projects.find(projectId, userId, manager) : null;
    if (isOther && !(project && userId !== null && isManager(userId, project))) {
      await this.entries.save(manager, projectId, to, before.switches, userId);
    }
  }

  /** What holds for an entry, wherever it comes from. */
  private async effective(
    manager: EntityManager,
    projectId: string,
    path: string,
  ): Promise<{ saved: KnownEntry | null; put: KnownEntry | null; switches: Switches }> {
    const known = await this.entries.listAt(projectId, ancestorDirs(path), manager);
    known.sort((one, other) => other.path.length - one.path.length);
    const saved = known.find(({ switches }) => switches !== null) ?? null;
    const put = known.find(({ wasPut }) => wasPut) ?? null;
    return { saved, put, switches: saved?.switches ?? defaultSwitches };
  }
}
