import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import {
  approvalGrantedNotice,
  approvalRefusedNotice,
  type ApplicationRow,
} from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { Notifications } from '../../notifications/notification.service.js';
import type { ProjectAccess } from '../../projects/access/project-access.js';
import { ProjectGate } from '../../projects/access/project-gate.service.js';
import { ProjectFacts } from '../../projects/files/project-facts.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { ApplicationContents } from '../requesting/application-contents.service.js';
import type { ApplicationEntity } from '../entities/application.entity.js';
import { ApplicationRepository } from '../application.repository.js';
import {
  AlreadyVotedError,
  ApplicationDecidedError,
  ApplicationNotFoundError,
  ApprovalUsedError,
  ContentToApproveChangedError,
  OwnApplicationError,
} from '../approval.errors.js';
import { ApprovalEventPublisher } from '../approval-event-publisher.service.js';
import { countApprovals, isGranted } from '../approval.policy.js';
import { ApplicationListService } from '../listing/application-list.service.js';

const dayMs = 24 * 3_600_000;

/** What approvers do: approve or reject, once, and revoke an approval. */
@Injectable()
export class ApplicationReview {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gate: ProjectGate,
    private readonly facts: ProjectFacts,
    private readonly contents: ApplicationContents,
    private readonly applications: ApplicationRepository,
    private readonly lists: ApplicationListService,
    private readonly accounts: UserAccounts,
    private readonly notifications: Notifications,
    private readonly audit: AuditTrail,
    private readonly news: ApprovalEventPublisher,
    private readonly config: Config,
  ) {}

  /**
   * Approves or rejects a pending application: it takes as many approvals as the project asks for, and one rejection.
   * @throws ApplicationDecidedError for the second decision, ContentToApproveChangedError for content that is no longer the same
   */
  async decide(
    caller: Principal,
    id: string,
    isYes: boolean,
    reason: string,
    signal: AbortSignal,
  ): Promise<ApplicationRow> {
    const { projectId } = await this.lists.find(caller, id);
    if (isYes) {
      await this.gate.enterAsManager(caller, projectId);
      const files = await this.applications.listFiles(id);
      const space = await this.facts.open(projectId);
      const changed = await this.contents.findChanged(caller, space, files, signal);
      if (changed !== undefined) {
        throw new ContentToApproveChangedError(changed);
      }
    }
    await this.dataSource.transaction(async (manager) => {
      const project = await this.gate.lockAsManager(manager, caller, projectId);
      const application = await this.lock(manager, id);
      if (application.userId === caller.userId) {
        throw new OwnApplicationError();
      }
      if (application.status !== 0) {
        throw await this.decided(manager, id);
      }
      await this.vote(manager, caller, project, application, isYes, reason);
    });
    await this.news.changed(projectId, [id]);
    return this.lists.get(caller, id);
  }

  /** @throws ApprovalUsedError once something was downloaded, or it has expired */
  async revoke(caller: Principal, id: string, reason: string): Promise<ApplicationRow> {
    const { projectId } = await this.lists.find(caller, id);
    await this.dataSource.transaction(async (manager) => {
      const project = await this.gate.lockAsManager(manager, caller, projectId);
      const application = await this.lock(manager, id);
      if (application.status !== 1) {
        throw await this.decided(manager, id);
      }
      if (!isGranted(application, new Date()) || application.usedAt !== null) {
        throw new ApprovalUsedError();
      }
      await this.applications.addVote(manager, {
        applicationId: id,
        userId: caller.userId,
        isYes: false,
        reason,
      });
      await this.applications.update(manager, id, { status: 2, ending: 'revoked' });
      await this.tellApplicant(manager, caller, project, application, reason, 'revoked');
    });
    await this.news.ended(projectId, [id]);
    return this.lists.get(caller, id);
  }

  private async vote(
    manager: EntityManager,
    caller: Principal,
    project: ProjectAccess,
    application: ApplicationEntity,
    isYes: boolean,
    reason: string,
  ): Promise<void> {
    const { id } = application;
    const votes = await this.applications.listVotes(manager, id);
    const isSecond = votes.some(({ userId }) => userId === caller.userId);
    const said = [...votes, { userId: caller.userId, isYes }];
    const isApproved = isYes && countApprovals(said, project) >= project.approversNeeded;
    if (isSecond && isYes && !isApproved) {
      throw new AlreadyVotedError();
    }
    await this.applications.addVote(manager, {
      applicationId: id,
      userId: caller.userId,
      isYes,
      reason,
    });
    const decidedAt = new Date();
    if (!isYes) {
      const change = { status: 2, ending: 'rejected', decidedAt } as const;
      await this.applications.update(manager, id, change);
      await this.tellApplicant(manager, caller, project, application, reason, 'rejected');
    } else if (isApproved) {
      const expiresAt = new Date(decidedAt.getTime() + project.approvalDays * dayMs);
      await this.applications.update(manager, id, { status: 1, decidedAt, expiresAt });
      await this.tellApplicant(manager, caller, project, application, reason, expiresAt);
    } else {
      await this.record(manager, project, application, { isYes, reason, isDecided: false });
    }
  }

  /** @param outcome until when it can be downloaded, or how it ended */
  private async tellApplicant(
    manager: EntityManager,
    caller: Principal,
    project: ProjectAccess,
    application: ApplicationEntity,
    reason: string,
    outcome: Date | 'rejected' | 'revoked',
  ): Promise<void> {
    const { id, userId, entries } = application;
    const name = await this.record(manager, project, application, {
      isYes: outcome instanceof Date,
      isDecided: true,
      isRevoked: outcome === 'revoked',
      reason,
    });
    const notice = {
      applicationId: id,
      projectId: project.id,
      projectName: project.projectName,
      by: (await this.accounts.getSubject(manager, caller.userId)).displayName,
      name,
      entries,
      reason,
    };
    if (outcome instanceof Date) {
      const endTime = wireTime(outcome, this.config.timeZone);
      await this.notifications.notify(manager, [userId], approvalGrantedNotice, {
        ...notice,
        endTime,
      });
    } else {
      await this.notifications.notify(manager, [userId], approvalRefusedNotice, {
        ...notice,
        isRevoked: outcome === 'revoked',
      });
    }
  }

  /** @returns the name under which it was applied for: the applicant may not be told of another that it has got since */
  private async record(
    manager: EntityManager,
    project: ProjectAccess,
    { id, userId, files, bytes }: ApplicationEntity,
    details: Record<string, unknown>,
  ): Promise<string> {
    const [entry] = await this.applications.listEntries(id, manager);
    const name = basename(entry?.appliedPath ?? '');
    const { userName } = await this.accounts.getSubject(manager, userId);
    await this.audit.record(manager, {
      target: { type: 'application', id, name },
      details: { project: project.projectName, applicant: userName, files, bytes, ...details },
    });
    return name;
  }

  private async lock(manager: EntityManager, id: string): Promise<ApplicationEntity> {
    const application = await this.applications.find(id, manager, true);
    if (!application) {
      throw new ApplicationNotFoundError();
    }
    return application;
  }

  private async decided(manager: EntityManager, id: string): Promise<ApplicationDecidedError> {
    const userId = (await this.applications.listVotes(manager, id)).at(-1)?.userId ?? null;
    const by = userId === null ? null : await this.accounts.getSubject(manager, userId);
    return new ApplicationDecidedError(by?.displayName ?? '');
  }
}
