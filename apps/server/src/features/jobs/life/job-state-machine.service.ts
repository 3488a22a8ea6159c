import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NodeDrain } from '../../cluster/draining/node-drain.service.js';
import { JobRepository, type WithDecision } from '../job.repository.js';
import { JobChains } from '../chains/job-chains.service.js';
import { removeOutput } from '../output/remove-output.js';
import { QueueAccess } from '../queues/queue-access.service.js';
import { DispatchRequests } from '../scheduling/dispatch-requests.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobAnnouncer } from './job-announcer.service.js';
import { endJob, withinAttempt, type JobEnd } from './job-end.js';
import type { JobReason } from './job-reasons.js';
import type { JobRef } from './job-ref.js';

/** Why a job waits again. */
export interface Release {
  reason: JobReason | '';
  /** Its node is at fault: it is drained, and the job goes elsewhere. */
  isNodeFault?: boolean;
  /** Not planned before this time. */
  notBefore?: Date;
  /** Only if its command was never emitted: another process may do so at any moment. */
  isUnsent?: boolean;
}

type Change = (job: ScriptJobEntity, manager: EntityManager) => boolean | Promise<boolean>;

/**
 * The one life of a job, whatever runs it: accepted, started, ended; refused or released before it ran. Any report may be
 * repeated, so each step is idempotent. An attempt that is no longer the current one changes nothing; its backend learns by the
 * answer `false` that it should end it.
 */
@Injectable()
export class JobStateMachine {
  constructor(
    private readonly jobs: JobRepository,
    private readonly nodes: NodeDrain,
    private readonly access: QueueAccess,
    private readonly chains: JobChains,
    private readonly requests: DispatchRequests,
    private readonly announcer: JobAnnouncer,
  ) {}

  /** The backend has stored the job. `externalId` is its own id for it. */
  accepted(ref: JobRef, externalId: string | null = null): Promise<boolean> {
    return this.change(ref, (job) => {
      if (job.status !== 'PENDING' || job.isAccepted) {
        return false;
      }
      job.isAccepted = true;
      job.sentAt ??= new Date();
      job.externalId = externalId;
      job.reason = '';
      return true;
    });
  }

  /**
   * Its script runs. A node that started a script has no fault.
   * @param place the name of its host, from a backend that chose it
   */
  started(ref: JobRef, startedAt: Date, place?: string): Promise<boolean> {
    return this.change(ref, async (job, manager) => {
      if (job.status !== 'PENDING') {
        return false;
      }
      job.status = 'RUNNING';
      job.heldReason = null;
      job.isAccepted = true;
      // Stored before the command was emitted; a database restored to an earlier moment may have lost that.
      job.sentAt ??= new Date();
      job.startedAt = withinAttempt(job, startedAt);
      job.nodeName = place ?? job.nodeName;
      job.reason = '';
      if (job.nodeId) {
        await this.clearNode(manager, job.nodeId);
      }
      return true;
    });
  }

  /** Its script has ended. */
  ended(ref: JobRef, end: JobEnd): Promise<boolean> {
    return this.change(ref, (job) => this.end(job, end));
  }

  /** It was refused for a fault of its own: no other place would run it either. */
  failed(ref: JobRef, reason: JobReason): Promise<boolean> {
    return this.ended(ref, { status: 'FAILED', reason });
  }

  /** It did not run, and waits again; its attempt is spent. */
  released(ref: JobRef, release: Release): Promise<boolean> {
    return this.change(ref, async (job, manager) => {
      if (job.status !== 'PENDING' || (release.isUnsent && job.sentAt)) {
        return false;
      }
      if (release.isNodeFault && job.nodeId) {
        await this.nodes.drain(manager, job.nodeId, release.reason);
        job.excludedNodes = [...new Set([...job.excludedNodes, job.nodeId])];
      }
      if (job.stopReason) {
        return this.end(job, { status: 'CANCELLED', reason: '' });
      }
      await this.putBack(manager, job, release);
      return true;
    });
  }

  /** It is lost with its node: it ran, or may have run. It runs once more only if its owner wanted that. */
  lost(ref: JobRef, reason: JobReason): Promise<boolean> {
    return this.change(ref, async (job, manager) => {
      if (!job.requeue || job.stopReason) {
        return this.end(job, { status: 'NODE_FAIL', reason });
      }
      job.requeue = false;
      await this.putBack(manager, job, { reason });
      return true;
    });
  }

  /**
   * Ends a job on demand. One whose command was never sent ends at once; any other may run already and holds its CPUs, so the
   * demand is stored, and the job ends when its backend reports it.
   * @param record runs in the transaction that decides
   * @returns the job; null when it has ended before
   */
  async stop(
    jobId: string,
    reason: JobReason | 'stopped',
    record?: WithDecision,
  ): Promise<ScriptJobEntity | null> {
    const isArray = await this.jobs.isArray(jobId);
    const [stopped = null, ...others] = await this.jobs.transaction(async (manager) => {
      const changed = isArray
        ? await this.stopArray(manager, jobId, reason)
        : await this.stopOne(manager, jobId, reason);
      if (changed.length > 0) {
        await record?.(manager);
      }
      return changed;
    });
    this.tell(...(stopped && (stopped.endedAt || isArray) ? [stopped] : []), ...others);
    return stopped;
  }

  private async stopOne(
    manager: EntityManager,
    jobId: string,
    reason: string,
  ): Promise<ScriptJobEntity[]> {
    const job = await this.jobs.lock(manager, jobId);
    if (!job || job.endedAt) {
      return [];
    }
    const before = job.status;
    job.stopReason ??= reason;
    if (!job.sentAt && !job.isAccepted) {
      this.end(job, { status: 'CANCELLED', reason: '' });
      await this.announcer.notifyOwner(manager, job);
    }
    return [await manager.save(job), ...(await this.chains.follow(manager, job, before))];
  }

  private async stopArray(
    manager: EntityManager,
    jobId: string,
    reason: string,
  ): Promise<ScriptJobEntity[]> {
    const stopped = await this.chains.stopArray(manager, jobId, reason);
    return stopped ? [stopped.array, ...stopped.others] : [];
  }

  /**
   * Ends the open jobs of a backup, in the transaction in which their rows come: whatever ran then is over, and what became of it is in
   * no row. None is run once more, for it may have done its work since.
   */
  async endRestored(manager: EntityManager): Promise<void> {
    for (const jobId of await this.jobs.listOpen(manager)) {
      const job = await this.jobs.lock(manager, jobId);
      // An array, or one that waited, may have ended with another.
      if (job && !job.endedAt) {
        const before = job.status;
        this.end(job, { status: 'NODE_FAIL', reason: 'BACKUP_RESTORED' });
        await this.announcer.notifyOwner(manager, job);
        await manager.save(job);
        await this.chains.follow(manager, job, before);
      }
    }
  }

  /** A node has no fault any more: it may be given again what it refused. */
  async clearNode(manager: EntityManager, nodeId: string): Promise<void> {
    if (await this.nodes.clear(manager, nodeId)) {
      await this.jobs.includeNode(manager, nodeId);
    }
  }

  private end(job: ScriptJobEntity, end: JobEnd): boolean {
    endJob(job, end);
    return true;
  }

  private async putBack(
    manager: EntityManager,
    job: ScriptJobEntity,
    release: Release,
  ): Promise<void> {
    if (job.outputBytes !== '0') {
      await removeOutput(manager, job);
      job.outputBytes = '0';
    }
    // It had its place when its owner's access ended; now it waits, and access decides again.
    const { queueId, userId } = job;
    const isGiven = !queueId || !userId || (await this.access.isGiven(manager, queueId, userId));
    Object.assign(job, {
      status: 'PENDING',
      heldReason: isGiven ? null : 'QUEUE_ACCESS_ENDED',
      nodeId: null,
      nodeName: null,
      externalId: null,
      placedAt: null,
      sentAt: null,
      isAccepted: false,
      startedAt: null,
      cpusFreedAt: null,
      waitsSince: new Date(),
      forecastAt: null,
      forecastStartAt: null,
      notBefore: release.notBefore ?? null,
      reason: release.reason,
    } satisfies Partial<ScriptJobEntity>);
  }

  private async change(ref: JobRef, apply: Change): Promise<boolean> {
    let isCurrent = false;
    const changed = await this.jobs.transaction(async (manager) => {
      const job = await this.jobs.lock(manager, ref.jobId);
      isCurrent = job !== null && isAttempt(job, ref);
      const before = job?.status;
      if (!job || !before || !isCurrent || !(await apply(job, manager))) {
        return [];
      }
      await this.announcer.notifyOwner(manager, job);
      return [await manager.save(job), ...(await this.chains.follow(manager, job, before))];
    });
    this.tell(...changed);
    return isCurrent;
  }

  /** After the commit: announces the change, and lets jobs start that wait for its CPUs. */
  private tell(...jobs: readonly ScriptJobEntity[]): void {
    for (const job of jobs) {
      this.announcer.announce(job);
      if (job.endedAt || !job.placedAt) {
        this.requests.request(job.backend);
      }
    }
  }
}

function isAttempt(job: ScriptJobEntity, ref: JobRef): boolean {
  return (
    !job.endedAt &&
    job.backend === ref.backend &&
    job.attempt === ref.attempt &&
    (ref.nodeId === undefined || job.nodeId === ref.nodeId)
  );
}
