import { Injectable } from '@nestjs/common';
import type { JobStatus } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { JobRepository } from '../job.repository.js';
import { JobAnnouncer } from '../life/job-announcer.service.js';
import { endJob, endStatusOf } from '../life/job-end.js';
import type { HeldReason } from '../life/job-reasons.js';
import { QueueAccess } from '../queues/queue-access.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobChainRepository } from './job-chain.repository.js';

/**
 * What the change of one job means for others: for the array it is an element of, and for the jobs that wait for its success. Rows are locked
 * in one order (an element, its array, jobs that wait for it), so that no two changes wait for each other.
 */
@Injectable()
export class JobChains {
  constructor(
    private readonly jobs: JobRepository,
    private readonly repository: JobChainRepository,
    private readonly access: QueueAccess,
    private readonly announcer: JobAnnouncer,
  ) {}

  /**
   * In the transaction that has stored the change of a job.
   * @param before its status until then
   * @returns the other jobs that have changed with it
   */
  async follow(
    manager: EntityManager,
    job: ScriptJobEntity,
    before: JobStatus,
  ): Promise<ScriptJobEntity[]> {
    if (job.arrayId !== null) {
      const array = job.status === before ? null : await this.jobs.lock(manager, job.arrayId);
      return array ? this.followElement(manager, array, job, before) : [];
    }
    return job.endedAt ? this.settleDependents(manager, job) : [];
  }

  /** Ends an array with all that waits in it; elements that may run already are noted to be stopped. */
  async stopArray(
    manager: EntityManager,
    arrayId: string,
    reason: string,
  ): Promise<{ array: ScriptJobEntity; others: ScriptJobEntity[] } | null> {
    const ended = await this.repository.endElements(manager, arrayId, reason);
    const array = await this.jobs.lock(manager, arrayId);
    if (!array || array.endedAt) {
      return null;
    }
    array.stopReason ??= reason;
    count(array, 'PENDING', -ended);
    count(array, 'CANCELLED', ended);
    return { array, others: await this.endIfDone(manager, array) };
  }

  /** Why a job that nobody holds is in no plan; null: it is in one. */
  async heldReasonOf(manager: EntityManager, job: ScriptJobEntity): Promise<HeldReason | null> {
    if (job.arrayId === null && (await this.repository.hasUnmet(manager, job.id))) {
      return 'WAITS_FOR_JOBS';
    }
    const { queueId, userId } = job;
    const isGiven = queueId && userId && (await this.access.isGiven(manager, queueId, userId));
    return isGiven ? null : 'QUEUE_ACCESS_ENDED';
  }

  /** Holds the elements of an array that wait, or lets them go on. @param reason null: nobody holds them */
  async holdElements(
    manager: EntityManager,
    array: ScriptJobEntity,
    reason: HeldReason | null,
  ): Promise<void> {
    const why = reason ?? (await this.heldReasonOf(manager, array)) ?? 'turns';
    await this.repository.holdElements(manager, array, why);
  }

  private async followElement(
    manager: EntityManager,
    array: ScriptJobEntity,
    element: ScriptJobEntity,
    before: JobStatus,
  ): Promise<ScriptJobEntity[]> {
    count(array, before, -1);
    count(array, element.status, 1);
    array.startedAt ??= element.startedAt;
    if (element.status === 'RUNNING' && array.status === 'PENDING') {
      array.status = 'RUNNING';
    }
    if (element.endedAt) {
      array.cpuSeconds = (array.cpuSeconds ?? 0) + (element.cpuSeconds ?? 0);
      await this.repository.giveTurns(manager, array, await this.heldReasonOf(manager, element));
    }
    return [array, ...(await this.endIfDone(manager, array))];
  }

  /** Stores the array, ended if all of its elements have. @returns the jobs that waited for it and have changed */
  private async endIfDone(
    manager: EntityManager,
    array: ScriptJobEntity,
  ): Promise<ScriptJobEntity[]> {
    const { PENDING: waiting = 0, RUNNING: running = 0, ...ended } = array.arrayCounts ?? {};
    const isDone = waiting + running === 0 && array.endedAt === null;
    if (isDone) {
      const { cpuSeconds } = array;
      endJob(array, { status: endStatusOf(ended), reason: '', cpuSeconds });
      await this.announcer.notifyOwner(manager, array);
    }
    await manager.save(array);
    return isDone ? this.settleDependents(manager, array) : [];
  }

  /** Lets the jobs wait for a place that waited for this one and nothing else; ends them where it did not succeed. */
  private async settleDependents(
    manager: EntityManager,
    job: ScriptJobEntity,
  ): Promise<ScriptJobEntity[]> {
    const changed: ScriptJobEntity[] = [];
    for (const id of await this.repository.listDependents(manager, job.id)) {
      const dependent = await this.jobs.lock(manager, id);
      if (dependent && !dependent.endedAt) {
        changed.push(
          ...(job.status === 'COMPLETED'
            ? await this.letGoOn(manager, dependent)
            : await this.giveUp(manager, dependent)),
        );
      }
    }
    return changed;
  }

  private async letGoOn(manager: EntityManager, job: ScriptJobEntity): Promise<ScriptJobEntity[]> {
    if (job.heldReason === 'IS_ARRAY') {
      await this.holdElements(manager, job, null);
      return [job];
    }
    if (job.heldReason !== 'WAITS_FOR_JOBS') {
      return [];
    }
    job.heldReason = await this.heldReasonOf(manager, job);
    return [await manager.save(job)];
  }

  private async giveUp(manager: EntityManager, job: ScriptJobEntity): Promise<ScriptJobEntity[]> {
    if (job.arrayText !== null) {
      const stopped = await this.stopArray(manager, job.id, 'AFTER_JOB_FAILED');
      return stopped ? [stopped.array, ...stopped.others] : [];
    }
    endJob(job, { status: 'CANCELLED', reason: 'AFTER_JOB_FAILED' });
    await this.announcer.notifyOwner(manager, job);
    return [await manager.save(job), ...(await this.settleDependents(manager, job))];
  }
}

function count(array: ScriptJobEntity, status: JobStatus, change: number): void {
  const counts = array.arrayCounts ?? {};
  array.arrayCounts = { ...counts, [status]: (counts[status] ?? 0) + change };
}
