import { Injectable } from '@nestjs/common';
import {
  limits,
  projectDeletedNotice,
  type EndpointParams,
  type endpoints,
  type ProjectRow,
  type ProjectSettings,
  type ProjectTag,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import type { ProjectAccess } from '../access/project-access.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectGate } from '../access/project-gate.service.js';
import { ProjectChanges } from '../listing/project-changes.repository.js';
import { ProjectListService } from '../listing/project-list.service.js';
import { ProjectPeopleRepository } from '../members/project-people.repository.js';
import { ProjectEntriesRepository } from '../permission/project-entries.repository.js';
import {
  defaultSwitches,
  giveMoreDownloads,
  toFilePermission,
  toSwitches,
} from '../permission/switches.js';
import { ProjectLifecycle } from '../project-lifecycle.service.js';
import { ProjectEventPublisher } from '../project-event-publisher.service.js';
import { projectTarget } from '../project-target.js';
import {
  OwnerGivesDownloadsError,
  OwnerLiftsTwoApproversError,
  ProjectNameTakenError,
  ProjectNotFoundError,
  ProjectTagMissingError,
  TooManyProjectsError,
  TooManyTagsError,
  TwoApproversNeedTwoPeopleError,
} from '../project.errors.js';
import { mayGiveDownloads } from '../project.policy.js';
import { ProjectRepository } from './project.repository.js';

/** Creates, changes, deletes and restores projects. */
@Injectable()
export class ProjectService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gate: ProjectGate,
    private readonly projects: ProjectAccessRepository,
    private readonly repository: ProjectRepository,
    private readonly entries: ProjectEntriesRepository,
    private readonly people: ProjectPeopleRepository,
    private readonly lists: ProjectListService,
    private readonly changes: ProjectChanges,
    private readonly endings: ProjectLifecycle,
    private readonly accounts: UserAccounts,
    private readonly notifications: Notifications,
    private readonly audit: AuditTrail,
    private readonly news: ProjectEventPublisher,
  ) {}

  /** The caller owns and administers it. @throws ProjectNameTakenError, TooManyProjectsError */
  async add(
    caller: Principal,
    { projectName, projectDescribe }: { projectName: string; projectDescribe: string },
  ): Promise<ProjectRow> {
    const id = await this.dataSource.transaction(async (manager) => {
      if ((await this.repository.lockOwner(manager, caller.userId)) >= limits.projectsPerUser) {
        throw new TooManyProjectsError();
      }
      const project = await this.repository.insert(manager, {
        projectName,
        description: projectDescribe,
        ownerId: caller.userId,
        approvalDays: limits.approvalDays,
      });
      if (!project) {
        throw new ProjectNameTakenError(projectName);
      }
      await this.people.add(manager, project.id, [caller.userId]);
      await this.changes.begin(manager, project.id);
      await this.audit.record(manager, { target: projectTarget(project) });
      return project.id;
    });
    this.news.tell(id, [caller.userId]);
    return this.lists.get(caller, id);
  }

  /** For owner and administrator. */
  async getSettings(caller: Principal, projectId: string): Promise<ProjectSettings> {
    const { ownerId } = await this.gate.enterAsManager(caller, projectId);
    const settings = await this.settingsOf(this.dataSource.manager, projectId);
    return { ...settings, isOwner: caller.userId === ownerId };
  }

  /**
   * What is absent stays.
   * @throws ProjectNameTakenError, TwoApproversNeedTwoPeopleError, OwnerLiftsTwoApproversError, OwnerGivesDownloadsError
   */
  async edit(
    caller: Principal,
    input: EndpointParams<typeof endpoints.projects.edit>,
  ): Promise<ProjectSettings> {
    const { id, projectName, projectDescribe, ...approvals } = input;
    const permission = input.permissionChanges ?? input.filePermission;
    const settings = await this.dataSource.transaction(async (manager) => {
      const project = await this.gate.lockAsManager(manager, caller, id);
      if (approvals.approversNeeded === 2 && project.ownerId === project.adminId) {
        throw new TwoApproversNeedTwoPeopleError();
      }
      const isLifted = project.approversNeeded === 2 && approvals.approversNeeded === 1;
      if (isLifted && caller.userId !== project.ownerId) {
        throw new OwnerLiftsTwoApproversError();
      }
      const before = await this.settingsOf(manager, id);
      const change = {
        ...(projectName === undefined ? {} : { projectName }),
        ...(projectDescribe === undefined ? {} : { description: projectDescribe }),
        ...(approvals.approvalDays === undefined ? {} : { approvalDays: approvals.approvalDays }),
        ...(approvals.approversNeeded === undefined
          ? {}
          : { approversNeeded: approvals.approversNeeded }),
      };
      if (Object.keys(change).length > 0 && !(await this.repository.update(manager, id, change))) {
        throw new ProjectNameTakenError(projectName ?? project.projectName);
      }
      if (permission) {
        const switches = toSwitches({ ...before.filePermission, ...permission });
        const old = toSwitches(before.filePermission);
        if (giveMoreDownloads(old, switches) && !mayGiveDownloads(caller.userId, project)) {
          throw new OwnerGivesDownloadsError();
        }
        if (switches !== old) {
          await this.entries.save(manager, id, '/', switches, caller.userId);
        }
      }
      const after = await this.settingsOf(manager, id);
      await this.audit.record(manager, {
        target: projectTarget({ id, projectName: after.projectName }),
        details: { before, after },
      });
      if (permission) {
        await this.projects.raiseVersion(manager, id);
      }
      return { ...after, isOwner: caller.userId === project.ownerId };
    });
    await this.news.accessChanged(id);
    return settings;
  }

  /** For its owner and its administrator. From this moment nobody has access; either can restore it for as long as a trash is kept. */
  async remove(caller: Principal, projectId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const project = await this.gate.lockAsManager(manager, caller, projectId);
      await this.repository.update(manager, projectId, { deletedAt: new Date() });
      await this.endings.projectDeleted(manager, projectId);
      const others = (await this.people.listIds(projectId, manager)).filter(
        (userId) => userId !== caller.userId,
      );
      await this.notifications.notify(manager, others, projectDeletedNotice, {
        projectId,
        projectName: project.projectName,
        by: (await this.accounts.getSubject(manager, caller.userId)).displayName,
      });
      await this.audit.record(manager, { target: projectTarget(project) });
    });
    await this.news.accessChanged(projectId);
  }

  /** For its owner and its administrator, as deleting it is. @throws ProjectNotFoundError, ProjectNameTakenError */
  async restore(caller: Principal, projectId: string): Promise<ProjectRow> {
    await this.dataSource.transaction(async (manager) => {
      const project = await this.projects.find(projectId, caller.userId, manager, 'decide');
      const mayRestore =
        project && [project.ownerId, project.adminId].includes(caller.userId) && project.isDeleted;
      if (!mayRestore) {
        throw new ProjectNotFoundError();
      }
      if (!(await this.repository.update(manager, projectId, { deletedAt: null }))) {
        throw new ProjectNameTakenError(project.projectName);
      }
      await this.audit.record(manager, { target: projectTarget(project) });
    });
    await this.news.accessChanged(projectId);
    return this.lists.get(caller, projectId);
  }

  /** An existing tag of that name is returned. @throws TooManyTagsError */
  async addTag(caller: Principal, projectId: string, tagName: string): Promise<ProjectTag> {
    const tag = await this.changeTags(caller, projectId, async (manager, project) => {
      const added = await this.repository.addTag(manager, projectId, tagName);
      if (added.count > limits.projectTags) {
        throw new TooManyTagsError();
      }
      const details = { tag: added.tagName };
      await this.audit.record(manager, { target: projectTarget(project), details });
      return added;
    });
    return { id: tag.id, tagName: tag.tagName };
  }

  /** @throws ProjectTagMissingError */
  async removeTag(caller: Principal, projectId: string, tagId: string): Promise<void> {
    await this.changeTags(caller, projectId, async (manager, project) => {
      const tag = await this.repository.removeTag(manager, projectId, tagId);
      if (tag === null) {
        throw new ProjectTagMissingError();
      }
      await this.audit.record(manager, { target: projectTarget(project), details: { tag } });
    });
  }

  private async changeTags<T>(
    caller: Principal,
    projectId: string,
    change: (manager: EntityManager, project: ProjectAccess) => Promise<T>,
  ): Promise<T> {
    const done = await this.dataSource.transaction(async (manager) =>
      change(manager, await this.gate.lockAsManager(manager, caller, projectId)),
    );
    await this.news.changed(projectId);
    return done;
  }

  private async settingsOf(
    manager: EntityManager,
    id: string,
  ): Promise<Omit<ProjectSettings, 'isOwner'>> {
    const project = await this.repository.get(manager, id);
    const { entries } = await this.entries.listAt(id, ['/'], manager);
    return {
      id,
      projectName: project.projectName,
      projectDescribe: project.description,
      filePermission: toFilePermission(entries[0]?.switches ?? defaultSwitches),
      approvalDays: project.approvalDays,
      approversNeeded: project.approversNeeded,
    };
  }
}
