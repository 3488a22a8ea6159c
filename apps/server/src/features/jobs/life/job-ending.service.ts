import { Injectable } from '@nestjs/common';
import { recheckJobOwner, recheckJobOwners, type TaskPayload } from '@clusterdesk/contracts';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { ComputeBackends } from '../backends/compute-backends.js';
import { mayRunJobs } from '../job.policy.js';
import { JobChainRepository } from '../chains/job-chain.repository.js';
import { JobRepository, type WithDecision } from '../job.repository.js';
import { QueueAccess } from '../queues/queue-access.service.js';
import { JobStateMachine } from './job-state-machine.service.js';
import type { JobReason } from './job-reasons.js';

/**
 * Ends jobs on demand, and those of users who may not run jobs any more. The demand is stored before anything is sent, so that none
 * waits for a node's answer.
 */
@Injectable()
export class JobEnding {
  constructor(
    private readonly rights: UserRights,
    private readonly jobs: JobRepository,
    private readonly life: JobStateMachine,
    private readonly backends: ComputeBackends,
    private readonly access: QueueAccess,
    private readonly chains: JobChainRepository,
  ) {}

  /**
   * @param reason `stopped`: by a person
   * @param record runs in the transaction that decides; not when there is nothing to decide
   * @returns false when the job has ended already.
   */
  async end(jobId: string, reason: JobReason | 'stopped', record?: WithDecision): Promise<boolean> {
    const job = await this.life.stop(jobId, reason, record);
    if (job && !job.endedAt) {
      const running = job.arrayText === null ? [job] : await this.chains.listStopping(job.id);
      running.forEach((one) => this.backends.get(one.backend).cancel(one));
    }
    return job !== null;
  }

  /** Whether a user may run jobs now: not gone, not frozen, within validity, with the page of jobs. */
  async mayRun(userId: string): Promise<boolean> {
    const rights = await this.rights.find(userId);
    return rights !== null && mayRunJobs(rights);
  }

  /**
   * Ends the jobs of a user, or of each user with open jobs, who may no longer run any; holds those that wait in queues which their
   * owner may no longer use, and releases them when that has changed. Safe to repeat.
   */
  @OnTask(recheckJobOwner)
  async recheck({ userId }: TaskPayload<typeof recheckJobOwner>): Promise<void> {
    const owners = userId === undefined ? await this.jobs.listOpenOwners() : [userId];
    const rights = await this.rights.findAll(owners);
    for (const owner of owners) {
      const ofOwner = rights.get(owner);
      if (!ofOwner || !mayRunJobs(ofOwner)) {
        await this.endAllOf(owner);
      }
    }
    await this.access.settle({ userId });
  }

  @OnDue(recheckJobOwners)
  recheckAll(): Promise<void> {
    return this.recheck({});
  }

  /**
   * Ends what waits and stops what runs of a user who may not run jobs, or is gone. Safe to repeat. @returns how many jobs are still
   * open: they have been asked to stop, and those on nodes that are away are asked again by reconciling.
   */
  async endAllOf(userId: string): Promise<number> {
    for (const jobId of await this.jobs.listOpenOf(userId)) {
      await this.end(jobId, 'OWNER_MAY_NOT_RUN');
    }
    const { waiting, running } = await this.jobs.countOpen(userId);
    return waiting + running;
  }
}
