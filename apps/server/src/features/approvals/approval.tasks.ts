import { Injectable } from '@nestjs/common';
import { tellExpiredApprovals } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { ApplicationRepository } from './application.repository.js';
import { ApprovalEventPublisher } from './approval-event-publisher.service.js';
import { ApplicationListRepository } from './listing/application-list.repository.js';

const atOnce = 100;

/** Tells windows of approvals whose time is over, each once. Whether one holds is decided at each use all the same. */
@Injectable()
export class ApprovalTasks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly applications: ApplicationRepository,
    private readonly lists: ApplicationListRepository,
    private readonly news: ApprovalEventPublisher,
  ) {}

  /** Told before it is noted, so that a crash repeats it rather than losing it. */
  @OnDue(tellExpiredApprovals)
  async tellExpired(signal: AbortSignal): Promise<void> {
    let expired = await this.applications.listExpired(atOnce);
    while (expired.length > 0 && !signal.aborted) {
      for (const { id, projectId } of expired) {
        this.news.ended(id);
        this.news.changed(id, projectId, await this.lists.listConcerned([id]));
        await this.applications.update(this.dataSource.manager, id, { isExpiryTold: true });
      }
      expired = await this.applications.listExpired(atOnce);
    }
  }
}
