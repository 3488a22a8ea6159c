import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { splitParent } from '../../../platform/file-space/space-path.js';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';
import type {
  ChangeContext,
  Changes,
  EntryChange,
  SpaceObserver,
} from '../../spaces/operations/space-observer.js';
import type { ProjectAccess } from '../access/project-access.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectChanges } from '../listing/project-changes.repository.js';
import { JobWorkRegistry } from '../jobs/job-work-registry.service.js';
import { holdingFor, type Holding, type KnownEntry } from '../permission/decide-permission.js';
import { ProjectEntriesRepository } from '../permission/project-entries.repository.js';
import { giveMoreDownloads, type Switches } from '../permission/switches.js';
import { isManager, mayGiveDownloads } from '../project.policy.js';

/** What holds for an entry. */
type Effective = Omit<Holding, 'savedAt'>;

/**
 * Notes who put entries of a project there, which only changes when an entry is made or replaced. What is known of an entry hangs on
 * it and goes where that goes; here is kept what held for it because of the folder that it leaves.
 */
@Injectable()
export class ProjectObserver implements SpaceObserver {
  readonly isInherited = true;
  private readonly logger = new Logger('ProjectObserver');

  constructor(
    private readonly entries: ProjectEntriesRepository,
    private readonly projects: ProjectAccessRepository,
    private readonly work: JobWorkRegistry,
    private readonly changes: ProjectChanges,
  ) {}

  /**
   * An entry needs no row where its folder says the same: an upload into the user's own folder. While jobs work in the project it has one
   * all the same, which tells it from what a job makes beside it.
   */
  async entriesAdded(context: ChangeContext, added: Changes<'added'>): Promise<void> {
    const { manager, key, userId } = context;
    const known = await this.knownAt(
      manager,
      key.spaceId,
      added.map(({ path }) => path),
    );
    const isWorkedIn = await this.work.isWorkedIn(manager, key.spaceId);
    const mine: string[] = [];
    const stale: string[] = [];
    for (const { path } of added) {
      const own = known.get(path);
      const { putBy } = effectiveAt(known, path);
      if (own?.wasPut && own.putBy !== userId) {
        stale.push(path);
      } else if (putBy !== userId || (isWorkedIn && !own?.wasPut)) {
        mine.push(path);
      }
    }
    await this.entries.notePut(manager, key.spaceId, userId, mine);
    if (stale.length > 0) {
      // What was there went without the platform. Its rights are not those of what came: that is nobody's.
      const details = { projectId: key.spaceId, count: stale.length };
      this.logger.warn(details, 'Entries were added where others are known; nobody has put them');
      await this.entries.notePut(manager, key.spaceId, null, stale);
      await this.projects.raiseVersion(manager, key.spaceId);
    }
  }

  /** Another file under a name that was there: who put it there is another, what was saved for the name stays. */
  async entriesReplaced(context: ChangeContext, replaced: Changes<'replaced'>): Promise<void> {
    const { manager, key, userId } = context;
    const paths = replaced.map(({ path }) => path);
    const known = await this.knownAt(manager, key.spaceId, paths);
    const isWorkedIn = await this.work.isWorkedIn(manager, key.spaceId);
    const changed = paths.filter(
      (path) =>
        effectiveAt(known, path).putBy !== userId || (isWorkedIn && !known.get(path)?.wasPut),
    );
    await this.entries.notePut(manager, key.spaceId, userId, changed);
  }

  /**
   * What held for an entry because of the folders above it goes with it: who put it there stays the same, and only users who may change
   * permissions open it by moving it to where more is allowed.
   */
  async entriesMoved(context: ChangeContext, moved: Changes<'moved'>): Promise<void> {
    const { manager, key, userId } = context;
    const projectId = key.spaceId;
    for (const change of moved) {
      const entryId = context.known.get(change);
      if (entryId === undefined) {
        continue; // told before
      }
      const own = await this.entries.findOf(manager, entryId);
      const before = await this.besides(manager, projectId, change.from, own);
      const after = await this.besides(manager, projectId, change.to, own);
      await this.keepPutter(manager, projectId, entryId, before, after);
      if (after.switches !== before.switches) {
        const project = await this.projects.find(projectId, userId, manager);
        if (
          !project ||
          userId === null ||
          !mayOpen(userId, project, before.switches, after.switches)
        ) {
          await this.entries.save(manager, projectId, change.to, before.switches, userId);
        }
      }
    }
  }

  /** In the trash no folder tells who put the entry there and what holds for it, so both are noted. */
  async entriesRemoved(context: ChangeContext, removed: Changes<'removed'>): Promise<void> {
    const { manager, key } = context;
    for (const change of removed) {
      const entryId = context.known.get(change);
      if (entryId !== undefined) {
        const own = await this.entries.findOf(manager, entryId);
        const before = await this.besides(manager, key.spaceId, change.path, own);
        const nobody = { switches: before.switches, wasPut: own?.wasPut ?? false, putBy: null };
        await this.keepPutter(manager, key.spaceId, entryId, before, nobody);
        await this.entries.noteSwitchesOf(manager, key.spaceId, entryId, before.switches);
      }
    }
  }

  /** Nobody gets new rights to it: the folder that closed it may be in the trash, and a new one in its place. */
  async entriesRestored(context: ChangeContext, restored: Changes<'restored'>): Promise<void> {
    const { manager, key, userId } = context;
    for (const change of restored) {
      const entryId = context.known.get(change);
      const own = entryId === undefined ? null : await this.entries.findOf(manager, entryId);
      if (entryId !== undefined && own && own.wasSwitches !== null) {
        const { switches } = await this.besides(manager, key.spaceId, change.path, own);
        const both = switches & own.wasSwitches;
        if (both !== switches) {
          await this.entries.save(manager, key.spaceId, change.path, both, userId);
        }
        await this.entries.noteSwitchesOf(manager, key.spaceId, entryId, null);
      }
    }
  }

  /** Moved entries and entries of another user are under other rights. New ones took no right from anybody. */
  async changesTold(
    { manager, key }: ChangeContext,
    changes: readonly EntryChange[],
  ): Promise<void> {
    const last = changes.findLast(({ kind }) => kind !== 'purged');
    if (last) {
      await this.changes.note(manager, key.spaceId, placeOf(last));
    }
    if (changes.some(({ kind }) => kind !== 'added' && kind !== 'purged')) {
      await this.projects.raiseVersion(manager, key.spaceId);
    }
  }

  private async keepPutter(
    manager: EntityManager,
    projectId: string,
    entryId: string,
    before: Effective,
    after: Effective,
  ): Promise<void> {
    if (before.putBy !== after.putBy || (before.wasPut && !after.wasPut)) {
      await this.entries.notePutOf(manager, projectId, entryId, before.putBy);
    }
  }

  /** What holds for an entry at a path, of which itself this is known. */
  private async besides(
    manager: EntityManager,
    projectId: string,
    path: string,
    own: Omit<KnownEntry, 'path'> | null,
  ): Promise<Effective> {
    const dir = splitParent(path)?.dir ?? '/';
    const known = await this.knownAt(manager, projectId, [dir]);
    const above = effectiveAt(known, dir);
    return {
      switches: own?.switches ?? above.switches,
      wasPut: own?.wasPut === true || above.wasPut,
      putBy: own?.wasPut ? own.putBy : above.putBy,
    };
  }

  private async knownAt(
    manager: EntityManager,
    projectId: string,
    paths: readonly string[],
  ): Promise<Map<string, KnownEntry>> {
    const { entries } = await this.entries.listAt(projectId, paths, manager);
    return new Map(entries.map((entry) => [entry.path, entry]));
  }
}

/** Where an entry is after a change; null: no longer in the project, where nothing says any more who may see its name. */
function placeOf(change: EntryChange): string | null {
  switch (change.kind) {
    case 'added':
    case 'replaced':
    case 'restored':
    case 'kept':
      return change.path;
    case 'moved':
      return change.to;
    case 'removed':
    case 'purged':
      return null;
  }
}

/** Whether somebody opens an entry by moving it to where the switches say more. */
function mayOpen(
  userId: string,
  project: ProjectAccess,
  before: Switches,
  after: Switches,
): boolean {
  return (
    isManager(userId, project) &&
    (mayGiveDownloads(userId, project) || !giveMoreDownloads(before, after))
  );
}

function effectiveAt(known: ReadonlyMap<string, KnownEntry>, path: string): Effective {
  const above = ancestorDirs(path).reverse();
  return holdingFor(above.flatMap((at) => known.get(at) ?? []));
}
