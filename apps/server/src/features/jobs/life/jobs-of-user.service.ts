import { Injectable } from '@nestjs/common';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { mayRunJobs, type Rights } from '../job.policy.js';
import { JobRepository } from '../job.repository.js';
import { JobEnding } from './job-ending.service.js';
import type { JobReason } from './job-reasons.js';

/** Sees to it that jobs run only for people who may run jobs now. */
@Injectable()
export class JobsOfUser {
  constructor(
    private readonly rights: UserRights,
    private readonly jobs: JobRepository,
    private readonly ending: JobEnding,
  ) {}

  /** Whether a user may run jobs now: not gone, not frozen, within validity, with the page of jobs. */
  async mayRun(userId: string | null): Promise<boolean> {
    const rights = userId === null ? null : await this.rights.find(userId);
    return rights !== null && mayRunJobs(rights);
  }

  /** How many jobs of a user wait, and how many run; null without a page of jobs. */
  async countOpen(
    user: Rights & { userId: string },
  ): Promise<{ waiting: number; running: number } | null> {
    return mayRunJobs(user) ? this.jobs.countOpenByStatus(user.userId) : null;
  }

  /** Ends the jobs of a user who may no longer run any. Safe to repeat. */
  async recheck(userId: string): Promise<void> {
    if ((await this.jobs.countOpen(userId)) > 0 && !(await this.mayRun(userId))) {
      await this.endAll(userId, 'OWNER_MAY_NOT_RUN');
    }
  }

  /** Does so for every owner of an open job. */
  async recheckAll(): Promise<void> {
    for (const userId of await this.jobs.listOpenOwners()) {
      await this.recheck(userId);
    }
  }

  /**
   * Ends what waits and stops what runs of a user, also of one who is gone. Safe to repeat. @returns how many jobs are still open:
   * they have been asked to stop, and those on nodes that are away are asked again by reconciling.
   */
  async endAll(userId: string, reason: JobReason): Promise<number> {
    await this.ending.endEach(await this.jobs.listOpenOf(userId), reason);
    return this.jobs.countOpen(userId);
  }

  /** Ends all jobs of this job's owner; of nobody's (rows of older versions) this one. */
  async endJobs(userId: string | null, jobId: string): Promise<void> {
    if (userId === null) {
      await this.ending.end(jobId, 'OWNER_MAY_NOT_RUN');
    } else {
      await this.endAll(userId, 'OWNER_MAY_NOT_RUN');
    }
  }
}
