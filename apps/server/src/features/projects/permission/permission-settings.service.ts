import { Injectable } from '@nestjs/common';
import type { EffectivePermission, EntryRights, PermissionChanges } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { splitPath } from '../../../platform/file-space/space-path.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import type { ProjectAccess } from '../access/project-access.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectGate } from '../access/project-gate.service.js';
import { ProjectPeopleRepository } from '../members/project-people.repository.js';
import { ProjectEventPublisher } from '../project-event-publisher.service.js';
import { projectTarget } from '../project-target.js';
import { OwnerGivesDownloadsError } from '../project.errors.js';
import { mayGiveDownloads } from '../project.policy.js';
import { projectRef } from '../space/project-ref.js';
import { ProjectSpaceProvider } from '../space/project-space-provider.service.js';
import { ProjectEntriesRepository } from './project-entries.repository.js';
import { ProjectPermissions } from './project-permissions.service.js';
import {
  closedToAdding,
  defaultSwitches,
  giveMoreDownloads,
  toFilePermission,
  toSwitches,
  type Switches,
} from './switches.js';

/** The nine permissions of entries: which hold, where they were saved, and how they are changed. */
@Injectable()
export class PermissionSettings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gate: ProjectGate,
    private readonly projects: ProjectAccessRepository,
    private readonly spaces: ProjectSpaceProvider,
    private readonly permissions: ProjectPermissions,
    private readonly entries: ProjectEntriesRepository,
    private readonly people: ProjectPeopleRepository,
    private readonly audit: AuditTrail,
    private readonly news: ProjectEventPublisher,
    private readonly config: Config,
  ) {}

  /** For owner and administrator. @throws DomainError 404 for what is not there */
  async get(caller: Principal, projectId: string, path: string): Promise<EffectivePermission> {
    await this.gate.enterAsManager(caller, projectId);
    return this.effective(projectId, await this.pathOf(caller, projectId, path));
  }

  /**
   * Saves the switches of an entry for itself and what lies below it.
   * @param permission what is absent stays as it holds at that moment; null: it has none of its own any more
   * @throws OwnerGivesDownloadsError
   */
  async set(
    caller: Principal,
    projectId: string,
    file: string,
    permission: PermissionChanges | null,
  ): Promise<EffectivePermission> {
    await this.gate.enterAsManager(caller, projectId);
    const path = await this.pathOf(caller, projectId, file);
    await this.dataSource.transaction(async (manager) => {
      const project = await this.gate.lockAsManager(manager, caller, projectId);
      const before = await this.holding(manager, project, caller.userId, path);
      const nine = permission && { ...toFilePermission(before), ...permission };
      const switches = nine && toSwitches(nine) | (before & closedToAdding);
      await this.entries.save(manager, projectId, path, switches, caller.userId);
      const after = await this.holding(manager, project, caller.userId, path);
      if (giveMoreDownloads(before, after) && !mayGiveDownloads(caller.userId, project)) {
        throw new OwnerGivesDownloadsError();
      }
      await this.audit.record(manager, {
        target: projectTarget(project),
        details: { path, after: nine },
      });
      await this.projects.raiseVersion(manager, projectId);
    });
    await this.news.accessChanged(projectId);
    return this.effective(projectId, path);
  }

  /** What the caller may do with a visible entry, and why. */
  async explain(caller: Principal, projectId: string, file: string): Promise<EntryRights> {
    const space = await this.spaces.openFor(caller, projectId, 'view', file);
    const { path } = await space.files.stat(file);
    const [decision] = await this.permissions.decide(space.project, caller.userId, [path]);
    if (!decision) {
      throw new Error('Nothing was decided about an entry.');
    }
    const { view, edit, download, add, decidedAs } = decision;
    const adminId = space.project.adminId ?? '';
    const admin = (await this.people.listOptions([adminId])).get(adminId);
    return {
      path,
      rights: { view, edit, download },
      canAdd: add,
      decidedAs,
      permission: await this.effective(projectId, path),
      admin: admin ?? { id: '', userName: '', realName: null },
    };
  }

  /** The switches that hold for an entry, as a transaction has them. */
  private async holding(
    manager: EntityManager,
    project: ProjectAccess,
    userId: string,
    path: string,
  ): Promise<Switches> {
    const [decision] = await this.permissions.decide(project, userId, [path], manager);
    return decision?.switches ?? defaultSwitches;
  }

  /** As the entry is spelled, which has to be there. */
  private async pathOf(caller: Principal, projectId: string, path: string): Promise<string> {
    if (splitPath(path).length === 0) {
      return '/';
    }
    const { files } = await this.spaces.open(caller, projectRef(projectId));
    return (await files.stat(path)).path;
  }

  private async effective(projectId: string, path: string): Promise<EffectivePermission> {
    const saved = await this.entries.findSaved(projectId, path);
    const by = saved?.savedBy ?? null;
    const user = by === null ? null : ((await this.people.listOptions([by])).get(by) ?? null);
    return {
      ...toFilePermission(saved?.switches ?? defaultSwitches),
      source: saved && {
        path: saved.path,
        user,
        time: wireTime(saved.savedAt, this.config.timeZone),
      },
    };
  }
}
