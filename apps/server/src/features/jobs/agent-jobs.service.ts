import { Injectable } from '@nestjs/common';
import {
  dispatchQueue,
  type AgentHello,
  type AgentHelloReply,
  type JobEnded,
  type JobOutput,
  type JobStarted,
  type JobStatus,
} from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { AgentCommands } from '../cluster/agent-commands.service.js';
import type { AgentJobs } from '../cluster/agent-gateway.service.js';
import { JobAnnouncer } from './job-announcer.service.js';
import { JobRepository } from './job.repository.js';
import { QueueRepository } from './scheduling/queue.repository.js';
import { ScriptJobOutputEntity } from './output/script-job-output.entity.js';
import type { ScriptJobEntity } from './script-job.entity.js';

/** A job as one attempt on one node names it. */
interface JobRef {
  jobId: string;
  attempt: number;
}

/**
 * What agents say of jobs. Everything may be said twice: after a cut an agent repeats what was not answered, so each step is
 * idempotent, and an attempt that is no longer the current one changes nothing.
 */
@Injectable()
export class AgentJobsService implements AgentJobs {
  constructor(
    private readonly jobs: JobRepository,
    private readonly queues: QueueRepository,
    private readonly tasks: TaskQueue,
    private readonly agents: AgentCommands,
    private readonly announcer: JobAnnouncer,
  ) {}

  /** An agent (re)appears with the jobs in its spool. Jobs that it should have and has not are lost. */
  async meet(nodeId: string, listed: AgentHello['jobs']): Promise<AgentHelloReply['jobs']> {
    const replies = await Promise.all(
      listed.map(async (ref) => {
        const job = await this.jobs.find(ref.jobId);
        const isCurrent = job !== null && isAttempt(job, nodeId, ref) && !job.endedAt;
        return {
          jobId: ref.jobId,
          attempt: ref.attempt,
          action: isCurrent ? ('continue' as const) : ('forget' as const),
          nextOffset: isCurrent ? Number(job.outputBytes) : 0,
        };
      }),
    );
    const known = new Set(listed.map((ref) => ref.jobId));
    for (const job of await this.jobs.listAccepted(nodeId)) {
      if (!known.has(job.id)) {
        await this.end(job.id, (locked) => locked.isAccepted && !locked.endedAt, 'NODE_FAIL', {
          reason: 'NODE_LOST_JOB',
        });
      }
    }
    return replies;
  }

  /** Wakes the queues whose jobs may have waited for this node. */
  async arrived(nodeId: string): Promise<void> {
    for (const queueId of await this.queues.listQueuesWithWaiting(nodeId)) {
      await this.tasks.add(dispatchQueue, { queueId });
    }
  }

  async started(nodeId: string, event: JobStarted): Promise<void> {
    const job = await this.change(nodeId, event, (locked) => {
      if (locked.status !== 'PENDING') {
        return false;
      }
      locked.status = 'RUNNING';
      locked.isAccepted = true;
      locked.startedAt = new Date(event.startedAt);
      return true;
    });
    if (job) {
      this.announcer.announce(job);
    }
  }

  /** Stores a piece where the stored output ends; one that was stored before is only answered. */
  async output(nodeId: string, event: JobOutput): Promise<{ nextOffset: number }> {
    let stored: Uint8Array | null = null;
    let nextOffset = event.offset + event.data.byteLength;
    await this.change(nodeId, event, async (locked, manager) => {
      const have = Number(locked.outputBytes);
      nextOffset = have;
      if (event.offset > have || nextOffsetOf(event) <= have) {
        return false;
      }
      stored = event.data.subarray(have - event.offset);
      nextOffset = have + stored.byteLength;
      await manager.insert(ScriptJobOutputEntity, {
        jobId: locked.id,
        startByte: String(have),
        data: Buffer.from(stored),
      });
      locked.outputBytes = String(nextOffset);
      return true;
    });
    if (stored !== null) {
      const piece: Uint8Array = stored;
      this.announcer.announceOutput(event.jobId, nextOffset - piece.byteLength, piece);
    }
    return { nextOffset };
  }

  async ended(nodeId: string, event: JobEnded): Promise<void> {
    await this.end(event.jobId, (locked) => isAttempt(locked, nodeId, event), statusOf(event), {
      exitCode: event.exitCode,
      endedAt: new Date(event.endedAt),
      reason: event.reason === 'lost' ? 'NODE_LOST_JOB' : '',
    });
  }

  /** Ends a job once, frees its CPUs, and lets the next one start. */
  async end(
    jobId: string,
    isStillTrue: (job: ScriptJobEntity) => boolean,
    status: JobStatus,
    more: { exitCode?: number | null; endedAt?: Date; reason: string },
  ): Promise<void> {
    const job = await this.jobs.transaction(async (manager) => {
      const locked = await this.jobs.lock(manager, jobId);
      if (!locked || locked.endedAt || !isStillTrue(locked)) {
        return null;
      }
      locked.status = status;
      locked.exitCode = more.exitCode ?? null;
      locked.endedAt = more.endedAt ?? new Date();
      locked.startedAt ??= locked.reservedAt;
      locked.reason = more.reason;
      return manager.save(locked);
    });
    if (job) {
      this.announcer.announce(job);
      if (job.queueId) {
        await this.tasks.add(dispatchQueue, { queueId: job.queueId });
      }
    }
  }

  /** Changes the job when this attempt is the current one; else tells the agent to end what it runs. */
  private async change(
    nodeId: string,
    ref: JobRef,
    apply: (job: ScriptJobEntity, manager: EntityManager) => boolean | Promise<boolean>,
  ): Promise<ScriptJobEntity | null> {
    let isCurrent = false;
    const changed = await this.jobs.transaction(async (manager) => {
      const locked = await this.jobs.lock(manager, ref.jobId);
      isCurrent = locked !== null && isAttempt(locked, nodeId, ref) && !locked.endedAt;
      return locked && isCurrent && (await apply(locked, manager)) ? manager.save(locked) : null;
    });
    if (!isCurrent) {
      await this.agents.stopScript(nodeId, {
        jobId: ref.jobId,
        attempt: ref.attempt,
        reason: 'stopped',
      });
    }
    return changed;
  }
}

function isAttempt(job: ScriptJobEntity, nodeId: string, ref: JobRef): boolean {
  return job.nodeId === nodeId && job.attempt === ref.attempt;
}

const nextOffsetOf = (event: JobOutput): number => event.offset + event.data.byteLength;

/** Slurm's word for how a script ended. */
export function statusOf(event: Pick<JobEnded, 'reason' | 'exitCode'>): JobStatus {
  switch (event.reason) {
    case 'stopped':
      return 'CANCELLED';
    case 'timeout':
      return 'TIMEOUT';
    case 'lost':
      return 'NODE_FAIL';
    case 'exited':
      return event.exitCode === 0 ? 'COMPLETED' : 'FAILED';
  }
}
