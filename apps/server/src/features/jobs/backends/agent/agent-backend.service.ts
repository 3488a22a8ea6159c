import { Injectable, Logger } from '@nestjs/common';
import { readRefusal, type RunScript } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { AgentCommands } from '../../../cluster/agents/agent-commands.service.js';
import { JobStateMachine } from '../../life/job-state-machine.service.js';
import type { JobRef } from '../../life/job-ref.js';
import { mebibyte, type Capacity, type QueueNode } from '../../scheduling/capacity.js';
import type { ScriptJobEntity } from '../../script-job.entity.js';
import { PlannedBackend } from '../compute-backend.js';
import { CommandLines } from '../command-lines.service.js';
import { ProjectAccessEndedError } from '../../projects/project-jobs.service.js';
import { JobEnvironment, JobHomeError } from '../job-environment.service.js';
import { agentBackendName, AgentJobRepository, type NodeState } from './agent-job.repository.js';

/** When the platform itself cannot prepare a job, it tries again after this time. */
const platformFaultMs = 30_000;
/** A node's jobs are given up when nothing was heard from it for this long. */
const goneMs = 10 * 60_000;
/** An answer to a command takes at most this long; a command that got none is sent again. */
const answerMs = 6_000;

/** Runs jobs on our own agents; the platform plans for them. */
@Injectable()
export class AgentBackend extends PlannedBackend {
  readonly name = agentBackendName;
  private readonly logger = new Logger('AgentBackend');

  constructor(
    private readonly repository: AgentJobRepository,
    private readonly agents: AgentCommands,
    private readonly life: JobStateMachine,
    private readonly environment: JobEnvironment,
    private readonly lines: CommandLines,
  ) {
    super();
  }

  capacity(manager: EntityManager): Promise<Capacity> {
    return this.repository.capacity(manager);
  }

  nodesOf(queueId: string): Promise<QueueNode[]> {
    return this.repository.nodesOf(queueId);
  }

  async mostCpus(queueId: string): Promise<number> {
    return Math.max(0, ...(await this.nodesOf(queueId)).map(({ cpus }) => cpus));
  }

  async mostMemoryMb(queueId: string, cpus: number): Promise<number> {
    const nodes = (await this.nodesOf(queueId)).filter((node) => node.cpus >= cpus);
    const most = Math.max(0, ...nodes.map(({ memoryBytes }) => memoryBytes ?? Infinity));
    return Math.floor(most / mebibyte);
  }

  async submit(job: ScriptJobEntity): Promise<boolean> {
    if (!job.nodeId) {
      return true;
    }
    const ref = agentRef(job.id, job.attempt, job.nodeId);
    const [command, canReach] = await Promise.all([
      this.prepare(job, ref),
      this.agents.canReach(job.nodeId),
    ]);
    if (!command) {
      return true;
    }
    if (!canReach) {
      this.logger.warn({ jobId: job.id, nodeId: job.nodeId }, 'No server holds the node of a job');
      return false;
    }
    // Stored first and never undone: else a job that a node has taken could be given to another node.
    if (!(await this.repository.noteSending(job))) {
      return true;
    }
    const asked = await this.agents.runScript(job.nodeId, command);
    if (asked.state !== 'answered') {
      this.logger.warn({ jobId: job.id, ...asked }, 'The node did not answer about a job');
      return false;
    }
    const { reply } = asked;
    if (reply.isAccepted) {
      await this.acceptedBy(ref);
      return true;
    }
    const { code: reason, fault } = readRefusal('job', reply);
    this.logger.warn({ jobId: job.id, fault, reason: reply.reason }, 'The node refused the job');
    await (fault === 'job'
      ? this.life.failed(ref, reason)
      : this.life.released(ref, { reason, isNodeFault: true }));
    return true;
  }

  /** A node that does not know the job says so and never starts it later, so the job has ended. */
  cancel({ id, attempt, nodeId }: Pick<ScriptJobEntity, 'id' | 'attempt' | 'nodeId'>): void {
    if (!nodeId) {
      return;
    }
    this.lines.add(`stop ${nodeId}`, `${id}.${attempt}`, async () => {
      const stop = { jobId: id, attempt, reason: 'stopped' } as const;
      const asked = await this.agents.stopScript(nodeId, stop);
      if (asked.state === 'answered' && !asked.reply.isKnown) {
        await this.life.released(agentRef(id, attempt, nodeId), { reason: '' });
      }
      return asked.state === 'answered';
    });
  }

  async reconcile(
    jobs: readonly ScriptJobEntity[],
    resubmit: (job: ScriptJobEntity) => void,
  ): Promise<void> {
    const nodes = await this.repository.nodeStates(jobs.flatMap(({ nodeId }) => nodeId ?? []));
    for (const job of jobs) {
      if (job.nodeId) {
        const ref = agentRef(job.id, job.attempt, job.nodeId);
        await this.reconcileJob(job, ref, nodes.get(job.nodeId), resubmit);
      }
    }
  }

  /**
   * Recovers a job whose agent may have missed something. A job is given to another node only when its command was never
   * emitted; one that may have reached its node waits for it, and is lost when the node stays away for `goneMs`: at most one
   * attempt ever runs at a time. `node` is undefined when the node was deleted.
   */
  private async reconcileJob(
    job: ScriptJobEntity,
    ref: JobRef,
    node: NodeState | undefined,
    resubmit: (job: ScriptJobEntity) => void,
  ): Promise<void> {
    if (!job.sentAt && !node?.isOnline) {
      await this.life.released(ref, { reason: '', isUnsent: true });
    } else if (!node) {
      // Its agent may still be connected and can receive the command to stop.
      this.cancel(job);
      await this.life.ended(ref, { status: 'NODE_FAIL', reason: 'NODE_DELETED' });
    } else if (!node.isOnline) {
      if (node.silentMs > goneMs) {
        await this.life.lost(ref, 'NODE_GONE');
      }
    } else if (job.sentAt && job.stopReason) {
      this.cancel(job);
    } else if (!job.isAccepted) {
      const since = job.sentAt ?? job.placedAt;
      if (!since || Date.now() - since.getTime() > answerMs) {
        resubmit(job);
      }
    }
  }

  /** The command for the agent; null when the job ends or waits again instead. */
  private async prepare(job: ScriptJobEntity, ref: JobRef): Promise<RunScript | null> {
    try {
      return await this.environment.build(job);
    } catch (error) {
      if (error instanceof JobHomeError) {
        this.logger.warn({ err: error.cause, jobId: job.id }, 'The folder of a job cannot be used');
        await this.life.failed(ref, 'HOME_UNUSABLE');
        return null;
      }
      if (error instanceof ProjectAccessEndedError) {
        this.logger.warn({ err: error.cause, jobId: job.id }, 'A job may not use its project');
        await this.life.ended(ref, error.end);
        return null;
      }
      this.logger.error({ err: error, jobId: job.id }, 'A job could not be prepared');
      // An attempt whose command was emitted may run: it stays on its node and is sent again.
      const notBefore = new Date(Date.now() + platformFaultMs);
      await this.life.released(ref, { reason: 'PLATFORM_FAULT', notBefore, isUnsent: true });
      return null;
    }
  }

  /** Stops an attempt that is over by now. */
  private async acceptedBy(ref: JobRef): Promise<void> {
    if (!(await this.life.accepted(ref))) {
      this.cancel({ id: ref.jobId, attempt: ref.attempt, nodeId: ref.nodeId ?? null });
    }
  }
}

/** An attempt of a job on one of our nodes. */
export function agentRef(jobId: string, attempt: number, nodeId: string): JobRef {
  return { jobId, attempt, backend: agentBackendName, nodeId };
}
