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
import { JobChains } from '../chains/job-chains.service.js';
import { DispatchRequests } from '../scheduling/dispatch-requests.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobAnnouncer } from './job-announcer.service.js';
import { isHeldByPeople, type HeldReason } from './job-reasons.js';

/** Keeps jobs that wait from starting, on demand. Who may see a job may hold it. */
@Injectable()
export class JobHolding {
  constructor(
    private readonly jobs: JobRepository,
    private readonly chains: JobChains,
    private readonly announcer: JobAnnouncer,
    private readonly requests: DispatchRequests,
  ) {}

  /** What an administrator holds stays held by one. @throws JobNotWaitingError */
  hold(caller: JobReader, jobId: string, record: WithDecision): Promise<void> {
    return this.change(jobId, record, (job) => {
      if (job.status !== 'PENDING' || job.nodeId || job.stopReason) {
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
      const { heldReason } = job;
      if (!isHeldByPeople(heldReason)) {
        throw new JobNotHeldError();
      }
      if (heldReason === 'HELD_BY_ADMINISTRATOR' && !maySeeAllJobs(caller)) {
        throw new HeldByAdministratorError();
      }
      const reason = await this.chains.heldReasonOf(manager, job);
      if (heldReason === 'QUEUE_ACCESS_ENDED' && reason === heldReason) {
        throw new QueueAccessEndedError();
      }
      return reason;
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
      const reason = await decide(locked, manager);
      locked.heldReason = reason;
      if (locked.arrayText !== null) {
        await this.chains.holdElements(manager, locked, isHeldByPeople(reason) ? reason : null);
        locked.heldReason ??= 'IS_ARRAY';
      }
      await record(manager);
      return manager.save(locked);
    });
    this.announcer.announce(job);
    // It may start, or those that waited behind it.
    this.requests.request(job.backend);
  }
}
