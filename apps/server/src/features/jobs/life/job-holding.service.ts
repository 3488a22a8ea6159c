import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  HeldByAdministratorError,
  JobNotFoundError,
  JobNotHeldError,
  JobNotWaitingError,
  QueueAccessEndedError,
} from '../job.errors.js';
import { maySeeAllJobs, type JobReader } from '../job.policy.js';
import { JobRepository, type WithDecision } from '../job.repository.js';
import { QueueAccess } from '../queues/queue-access.service.js';
import { DispatchRequests } from '../scheduling/dispatch-requests.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobAnnouncer } from './job-announcer.service.js';
import type { HeldReason } from './job-reasons.js';

/** Keeps jobs that wait from starting, on demand. Who may see a job may hold it. */
@Injectable()
export class JobHolding {
  constructor(
    private readonly jobs: JobRepository,
    private readonly access: QueueAccess,
    private readonly announcer: JobAnnouncer,
    private readonly requests: DispatchRequests,
  ) {}

  /** What an administrator holds stays held by one. @throws JobNotWaitingError */
  hold(caller: JobReader, jobId: string, record: WithDecision): Promise<void> {
    return this.change(jobId, record, (job) => {
      if (job.endedAt || job.placedAt || job.stopReason) {
        throw new JobNotWaitingError();
      }
      const isOwner = job.userId === caller.userId;
      const isKept = job.heldReason === 'HELD_BY_ADMINISTRATOR';
      return isOwner && !isKept ? 'HELD_BY_OWNER' : 'HELD_BY_ADMINISTRATOR';
    });
  }

  /**
   * A job whose owner may not submit to its queue any more stays held, for that reason.
   * @throws JobNotHeldError, HeldByAdministratorError, QueueAccessEndedError
   */
  release(caller: JobReader, jobId: string, record: WithDecision): Promise<void> {
    return this.change(jobId, record, async (job, manager) => {
      const { heldReason, queueId, userId } = job;
      if (heldReason === null) {
        throw new JobNotHeldError();
      }
      if (heldReason === 'HELD_BY_ADMINISTRATOR' && !maySeeAllJobs(caller)) {
        throw new HeldByAdministratorError();
      }
      if (queueId && userId && (await this.access.isGiven(manager, queueId, userId))) {
        return null;
      }
      if (heldReason === 'QUEUE_ACCESS_ENDED') {
        throw new QueueAccessEndedError();
      }
      return 'QUEUE_ACCESS_ENDED';
    });
  }

  private async change(
    jobId: string,
    record: WithDecision,
    decide: (
      job: ScriptJobEntity,
      manager: EntityManager,
    ) => HeldReason | null | Promise<HeldReason | null>,
  ): Promise<void> {
    const job = await this.jobs.transaction(async (manager) => {
      const locked = await this.jobs.lock(manager, jobId);
      if (!locked) {
        throw new JobNotFoundError();
      }
      locked.heldReason = await decide(locked, manager);
      await record(manager);
      return manager.save(locked);
    });
    this.announcer.announce(job);
    // It may start, or those that waited behind it.
    this.requests.request(job.backend);
  }
}
