import { Injectable } from '@nestjs/common';
import { jobEndedNotice } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Notifications } from '../../notifications/notification.service.js';
import { JobGraphRepository } from '../graphs/job-graph.repository.js';
import { toJobRow } from '../job.presenter.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

/** After this long, milliseconds from a job's submission to its end, its owner is doing something else. */
const waitedMs = 60_000;

/** Tells people what happened to a job. */
@Injectable()
export class JobAnnouncer {
  constructor(
    private readonly realtime: Realtime,
    private readonly notifications: Notifications,
    private readonly graphs: JobGraphRepository,
    private readonly config: Config,
  ) {}

  /** After the commit: its owner's windows, and administrators who watch all jobs. */
  announce(job: ScriptJobEntity): void {
    const row = toJobRow(job, this.config.timeZone);
    if (job.userId) {
      this.realtime.publish('jobUpdated', audience.user(job.userId), row);
    }
    this.realtime.publish('jobUpdated', audience.topic({ topic: 'jobs' }), row);
  }

  /**
   * In the transaction that changes the job: notifies its owner of an end that would be missed, which is a failure, a success after
   * a long time, or an end by the platform. Does nothing for a job that has not ended.
   */
  async notifyOwner(manager: EntityManager, job: ScriptJobEntity): Promise<void> {
    // Of an array its owner is told once, not thousands of times.
    const isTold = job.endedAt && job.arrayId === null && isWorthTelling(job, job.endedAt);
    if (job.userId && isTold && !(await this.graphs.isToldOfAnother(manager, job))) {
      const { id: jobId, jobName, status, exitCode } = job;
      const notice = { jobId, jobName, status, exitCode };
      await this.notifications.notify(manager, [job.userId], jobEndedNotice, notice);
    }
  }
}

/** Not a stop that somebody ordered, nor a quick success: the page has just shown those. */
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
