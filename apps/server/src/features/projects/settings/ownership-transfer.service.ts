import { Injectable } from '@nestjs/common';
import { projectAdminNotice } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { Notifications } from '../../notifications/notification.service.js';
import { ProjectPeopleRepository } from '../members/project-people.repository.js';
import { ProjectLifecycle } from '../project-lifecycle.service.js';
import { ProjectEventPublisher } from '../project-event-publisher.service.js';
import { projectTarget } from '../project-target.js';
import { ProjectRepository, type LedProject } from './project.repository.js';

/**
 * Projects outlive their owners and administrators: when one of the two is deleted the other takes both roles, or else the member who
 * joined first. A project without other members is deleted with its owner, and its files are kept as long as a trash.
 */
@Injectable()
export class OwnershipTransfer {
  constructor(
    private readonly repository: ProjectRepository,
    private readonly people: ProjectPeopleRepository,
    private readonly endings: ProjectLifecycle,
    private readonly notifications: Notifications,
    private readonly audit: AuditTrail,
    private readonly afterCommit: AfterCommit,
    private readonly news: ProjectEventPublisher,
  ) {}

  /** Part of the transaction in which a user is deleted. */
  async handOver(manager: EntityManager, userId: string): Promise<void> {
    for (const project of await this.repository.lockLedBy(manager, userId)) {
      const { ownerId, adminId } = project;
      const stays = [ownerId, adminId].find((id) => id !== null && id !== userId);
      const heir = stays ?? (await this.people.findFirst(manager, project.id, userId));
      await (heir === null
        ? this.end(manager, project)
        : this.give(manager, project, userId, heir));
      this.afterCommit.run(manager, () => this.news.accessChanged(project.id));
    }
    for (const projectId of await this.people.listProjects(manager, userId)) {
      this.afterCommit.run(manager, () => this.news.changed(projectId));
    }
  }

  private async give(
    manager: EntityManager,
    { id, projectName, ownerId, adminId, approversNeeded }: LedProject,
    leaving: string,
    heir: string,
  ): Promise<void> {
    const owner = ownerId === leaving ? heir : ownerId;
    const admin = adminId === leaving ? heir : adminId;
    // One person cannot approve twice.
    const needed = owner === admin ? 1 : approversNeeded;
    let name = projectName;
    for (let number = 2; ; number += 1) {
      const change = { projectName: name, ownerId: owner, adminId: admin, approversNeeded: needed };
      if (await this.repository.update(manager, id, change)) {
        break;
      }
      name = `${projectName}_${number}`;
    }
    await this.notifications.notify(manager, [heir], projectAdminNotice, {
      projectId: id,
      projectName: name,
      by: '',
    });
  }

  private async end(manager: EntityManager, { id, projectName }: LedProject): Promise<void> {
    await this.repository.update(manager, id, { deletedAt: new Date() });
    await this.endings.projectDeleted(manager, id);
    await this.audit.record(manager, {
      target: projectTarget({ id, projectName }),
      details: { isWithOwner: true },
    });
  }
}
