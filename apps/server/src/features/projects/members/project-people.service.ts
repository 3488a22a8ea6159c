import { Injectable } from '@nestjs/common';
import {
  limits,
  projectAdminNotice,
  projectJoinedNotice,
  projectLeftNotice,
  type ProjectUser,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { isUuid } from '../../../platform/database/is-uuid.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import type { ProjectAccess } from '../access/project-access.js';
import { ProjectGate } from '../access/project-gate.service.js';
import { ProjectLifecycle } from '../project-lifecycle.service.js';
import { ProjectEventPublisher } from '../project-event-publisher.service.js';
import { projectTarget } from '../project-target.js';
import {
  ManagersStayError,
  NotInProjectError,
  OwnerGivesDownloadsError,
  ProjectUserUnknownError,
  TooManyMembersError,
  TwoApproversNeedTwoPeopleError,
} from '../project.errors.js';
import { downloads } from '../permission/switches.js';
import { isManager, mayGiveDownloads } from '../project.policy.js';
import { ProjectRepository } from '../settings/project.repository.js';
import {
  ProjectPeopleRepository,
  type ListedPerson,
  type PeopleQuery,
} from './project-people.repository.js';

/** Users are added without being asked, so the number of calls per minute is limited. */
const invitationLimit: RateLimit = {
  name: 'project-invitations',
  points: limits.invitationsPerMinute,
  seconds: 60,
};

/** Who is in a project, and who administers it. */
@Injectable()
export class ProjectPeople {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gate: ProjectGate,
    private readonly people: ProjectPeopleRepository,
    private readonly repository: ProjectRepository,
    private readonly accounts: UserAccounts,
    private readonly endings: ProjectLifecycle,
    private readonly notifications: Notifications,
    private readonly audit: AuditTrail,
    private readonly news: ProjectEventPublisher,
    private readonly rates: RateLimits,
    private readonly config: Config,
  ) {}

  /** For who is in the project. */
  async listMembers(
    caller: Principal,
    input: PeopleQuery,
  ): Promise<{ data: ProjectUser[]; total: number }> {
    await this.gate.enterAsMember(caller, input.projectId);
    return this.present(await this.people.listMembers(input));
  }

  /** Who could be added: for owner and administrator. */
  async listCandidates(
    caller: Principal,
    input: PeopleQuery,
  ): Promise<{ data: ProjectUser[]; total: number }> {
    await this.gate.enterAsManager(caller, input.projectId);
    return this.present(await this.people.listCandidates(input));
  }

  /** Existing members stay. @throws ProjectUserUnknownError, TooManyMembersError, OwnerGivesDownloadsError, TooManyTriesError */
  async add(caller: Principal, projectId: string, userIds: readonly string[]): Promise<void> {
    const wanted = [...new Set(userIds)];
    await this.rates.consume(invitationLimit, caller.userId);
    await this.dataSource.transaction(async (manager) => {
      const project = await this.gate.lockAsManager(manager, caller, projectId);
      const active = wanted.every(isUuid) ? await this.accounts.listActive(manager, wanted) : [];
      if (active.length !== wanted.length) {
        throw new ProjectUserUnknownError();
      }
      const added = await this.people.add(manager, projectId, wanted);
      if (added.length > 0 && !mayGiveDownloads(caller.userId, project)) {
        await this.assertMembersDownloadNothing(manager, projectId);
      }
      if ((await this.people.count(manager, projectId)) > limits.projectMaxUsers) {
        throw new TooManyMembersError();
      }
      await this.notify(manager, caller, project, added, projectJoinedNotice);
      const names = active.filter(({ id }) => added.includes(id)).map(({ userName }) => userName);
      await this.audit.record(manager, {
        target: projectTarget(project),
        details: { users: names.slice(0, limits.projectUsersInList), count: names.length },
      });
    });
    await this.news.accessChanged(projectId);
  }

  /** Access ends immediately. @throws NotInProjectError, ManagersStayError */
  async remove(caller: Principal, projectId: string, userId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const project = await this.gate.lockAsManager(manager, caller, projectId);
      await this.takeOut(manager, project, userId);
      await this.notify(manager, caller, project, [userId], projectLeftNotice);
    });
    await this.news.accessChanged(projectId, [userId]);
  }

  /** @throws ManagersStayError for owner and administrator, who hand it over first */
  async leave(caller: Principal, projectId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const project = await this.gate.lock(manager, caller, projectId);
      await this.takeOut(manager, project, caller.userId);
    });
    await this.news.accessChanged(projectId, [caller.userId]);
  }

  /**
   * Makes a member the administrator; the one before stays a member.
   * @throws NotInProjectError, OwnerGivesDownloadsError: an administrator downloads everything
   */
  async setAdmin(caller: Principal, projectId: string, userId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const project = await this.gate.lockAsManager(manager, caller, projectId);
      if (userId === project.adminId) {
        return;
      }
      const members = await this.people.listIds(projectId, manager);
      const active = isUuid(userId) ? await this.accounts.listActive(manager, [userId]) : [];
      const [admin] = active;
      if (!admin || !members.includes(userId)) {
        throw new NotInProjectError();
      }
      if (project.approversNeeded === 2 && userId === project.ownerId) {
        throw new TwoApproversNeedTwoPeopleError();
      }
      if (!mayGiveDownloads(caller.userId, project)) {
        throw new OwnerGivesDownloadsError();
      }
      await this.repository.update(manager, projectId, { adminId: userId });
      await this.notify(manager, caller, project, [userId], projectAdminNotice);
      await this.audit.record(manager, {
        target: projectTarget(project),
        details: { before: { admin: project.adminName }, after: { admin: admin.userName } },
      });
    });
    await this.news.accessChanged(projectId);
  }

  /** Membership alone must not open downloads that others need an approval for. @throws OwnerGivesDownloadsError */
  private async assertMembersDownloadNothing(
    manager: EntityManager,
    projectId: string,
  ): Promise<void> {
    const saved = await this.people.listSavedSwitches(manager, projectId);
    if (saved.some((switches) => downloads(switches, 'group') && !downloads(switches, 'other'))) {
      throw new OwnerGivesDownloadsError();
    }
  }

  private async notify(
    manager: EntityManager,
    caller: Principal,
    { id, projectName }: ProjectAccess,
    userIds: readonly string[],
    notice: typeof projectJoinedNotice | typeof projectLeftNotice | typeof projectAdminNotice,
  ): Promise<void> {
    const { displayName } = await this.accounts.getSubject(manager, caller.userId);
    const payload = { projectId: id, projectName, by: displayName };
    await this.notifications.notify(manager, userIds, notice, payload, caller.userId);
  }

  private async takeOut(
    manager: EntityManager,
    project: ProjectAccess,
    userId: string,
  ): Promise<void> {
    if (isManager(userId, project)) {
      throw new ManagersStayError();
    }
    if (!isUuid(userId) || !(await this.people.remove(manager, project.id, userId))) {
      throw new NotInProjectError();
    }
    await this.endings.userLeft(manager, project.id, userId);
    const { userName } = await this.accounts.getSubject(manager, userId);
    await this.audit.record(manager, {
      target: projectTarget(project),
      details: { user: userName },
    });
  }

  private present({ people, total }: { people: ListedPerson[]; total: number }): {
    data: ProjectUser[];
    total: number;
  } {
    const data = people.map(({ isOwner, isAdmin, joinedAt, ...user }): ProjectUser => ({
      ...user,
      role: isOwner ? 'owner' : isAdmin ? 'admin' : joinedAt ? 'member' : 'other',
      joinTime: joinedAt && wireTime(joinedAt, this.config.timeZone),
    }));
    return { data, total };
  }
}
