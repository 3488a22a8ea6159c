import { Injectable } from '@nestjs/common';
import { tellExpiredApprovals, type ApplicationEnding } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { ApplicationRepository } from '../application.repository.js';
import { ApprovalEventPublisher } from '../approval-event-publisher.service.js';

const atOnce = 100;

/**
 * Applications end with the applicant's membership, with the approval's time and, while they are pending, with the project; they go
 * with the user.
 */
@Injectable()
export class ApplicationLifecycle {
  constructor(
    private readonly dataSource: DataSource,
    private readonly applications: ApplicationRepository,
    private readonly afterCommit: AfterCommit,
    private readonly news: ApprovalEventPublisher,
  ) {}

  /** Windows are told after the commit. */
  async endAll(
    manager: EntityManager,
    projectId: string,
    userId: string | null,
    ending: ApplicationEnding,
  ): Promise<void> {
    const isPendingOnly = userId === null;
    const ended = await this.applications.endAll(manager, projectId, userId, ending, isPendingOnly);
    if (ended.length > 0) {
      this.afterCommit.run(manager, () => this.news.ended(projectId, ended));
    }
  }

  /** The rows go with the user's; those who would have decided on them see them go. */
  async noteDeletion(manager: EntityManager, userId: string): Promise<void> {
    for (const { projectId, deciders } of await this.applications.listDeciders(manager, userId)) {
      this.afterCommit.run(manager, () => this.news.tell(null, projectId, deciders));
    }
  }

  /**
   * Tells windows of approvals whose time is over, each once. Whether one holds is decided at each use all the same. Told before it
   * is noted, so that a crash repeats it rather than losing it.
   */
  @OnDue(tellExpiredApprovals)
  async tellExpired(signal: AbortSignal): Promise<void> {
    let expired = await this.applications.listExpired(atOnce);
    while (expired.length > 0 && !signal.aborted) {
      for (const { id, projectId } of expired) {
        await this.news.ended(projectId, [id]);
        await this.applications.update(this.dataSource.manager, id, { isExpiryTold: true });
      }
      expired = await this.applications.listExpired(atOnce);
    }
  }
}
