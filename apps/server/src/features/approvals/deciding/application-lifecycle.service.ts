import { Injectable } from '@nestjs/common';
import type { ApplicationEnding } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { ApplicationRepository } from '../application.repository.js';
import { ApprovalEventPublisher } from '../approval-event-publisher.service.js';
import { ApplicationListService } from '../listing/application-list.service.js';

/** Applications end with the applicant's membership, and while they are pending with the project; they go with the user. */
@Injectable()
export class ApplicationLifecycle {
  constructor(
    private readonly applications: ApplicationRepository,
    private readonly lists: ApplicationListService,
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
      this.afterCommit.run(manager, async () => {
        ended.forEach(({ id }) => this.news.ended(id));
        const concerned = await this.lists.listAllConcerned(ended.map(({ id }) => id));
        this.news.changed(null, projectId, concerned);
      });
    }
  }

  /** The rows go with the user's; who would have decided on them sees them go. */
  async noteDeletion(manager: EntityManager, userId: string): Promise<void> {
    for (const { projectId, deciders } of await this.applications.listDeciders(manager, userId)) {
      this.afterCommit.run(manager, () => this.news.changed(null, projectId, deciders));
    }
  }
}
