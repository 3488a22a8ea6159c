import { Injectable } from '@nestjs/common';
import { jobEndedNotice } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { Notifications } from '../../notifications/notification.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

/** After this long, milliseconds from a job's submission to its end, its owner is doing something else. */
const waitedMs = 60_000;

/** Tells the owners of jobs what they would miss: that one has failed, that a long one is done, that the platform ended one. */
@Injectable()
export class JobNotices {
  constructor(private readonly notifications: Notifications) {}

  /** In the transaction that changes the job; says nothing of one that has not ended. */
  async tellOwner(manager: EntityManager, job: ScriptJobEntity): Promise<void> {
    if (job.userId && job.endedAt && isWorthTelling(job, job.endedAt)) {
      const { id: jobId, jobName, status, exitCode } = job;
      await this.notifications.notify(manager, [job.userId], jobEndedNotice, {
        jobId,
        jobName,
        status,
        exitCode,
      });
    }
  }
}

/** Not the stop that somebody ordered, nor a quick success: the page has just shown those. */
function isWorthTelling(job: ScriptJobEntity, endedAt: Date): boolean {
  switch (job.status) {
    case 'COMPLETED':
      return endedAt.getTime() - job.createdAt.getTime() >= waitedMs;
    case 'CANCELLED':
      return job.reason !== '';
    default:
      return true;
  }
}
