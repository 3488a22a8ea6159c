import { Injectable, Logger } from '@nestjs/common';
import { dispatchQueue, type RunScript } from '@clusterdesk/contracts';
import { join, resolve } from 'node:path';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { AgentCommands } from '../../cluster/agent-commands.service.js';
import { DiskService } from '../../disk/disk.service.js';
import { JobAnnouncer } from '../job-announcer.service.js';
import { reasonOfRefusal } from '../job.errors.js';
import { JobRepository } from '../job.repository.js';
import { schedule } from './schedule.js';
import { QueueRepository } from './queue.repository.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

const minuteMs = 60_000;

/** Gives waiting jobs their places and sends them to their nodes (design: A job). */
@Injectable()
export class SchedulerService {
  private readonly logger = new Logger('Scheduler');

  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: QueueRepository,
    private readonly jobs: JobRepository,
    private readonly tasks: TaskQueue,
    private readonly agents: AgentCommands,
    private readonly disk: DiskService,
    private readonly announcer: JobAnnouncer,
    private readonly config: Config,
  ) {}

  /** Reserves under a lock of the queue, and only then, after the commit, speaks to agents. */
  async dispatch(queueId: string): Promise<void> {
    const starts = await this.dataSource.transaction(async (manager) => {
      if (!(await this.queues.lockQueue(manager, queueId))) {
        return [];
      }
      const waiting = await this.queues.listWaiting(manager, queueId);
      const planned = schedule(waiting, await this.queues.listFreeNodes(manager, queueId));
      for (const start of planned) {
        await this.queues.reserve(manager, start.jobId, start.nodeId);
      }
      return planned;
    });
    await Promise.all(starts.map(({ jobId }) => this.send(jobId)));
  }

  /** Hands a reserved job to its agent. Safe to repeat: the agent knows a job by its id and attempt. */
  async send(jobId: string): Promise<void> {
    const job = await this.jobs.find(jobId);
    if (!job?.nodeId || job.status !== 'PENDING' || job.isAccepted) {
      return;
    }
    const reply = await this.agents.runScript(job.nodeId, await this.toCommand(job));
    if (!reply) {
      this.logger.warn({ jobId }, 'The node did not answer; the job will be sent again.');
      return;
    }
    if (!reply.isAccepted) {
      this.logger.warn({ jobId, reason: reply.reason }, 'The node refused the job');
    }
    await this.note(job, reply);
  }

  private async note(
    job: ScriptJobEntity,
    reply: { isAccepted: boolean; reason?: string },
  ): Promise<void> {
    const changed = await this.jobs.transaction(async (manager) => {
      const locked = await this.jobs.lock(manager, job.id);
      if (!locked || locked.status !== 'PENDING' || locked.attempt !== job.attempt) {
        return null;
      }
      locked.isAccepted = reply.isAccepted;
      if (!reply.isAccepted) {
        locked.status = 'FAILED';
        locked.endedAt = new Date();
        locked.reason = reasonOfRefusal(reply.reason);
      }
      return manager.save(locked);
    });
    if (changed?.endedAt) {
      this.announcer.announce(changed);
      if (changed.queueId) {
        await this.tasks.add(dispatchQueue, { queueId: changed.queueId });
      }
    }
  }

  private async toCommand(job: ScriptJobEntity): Promise<RunScript> {
    const home = await this.disk.homeDir(job.userName);
    return {
      jobId: job.id,
      attempt: job.attempt,
      jobName: job.jobName,
      userName: job.userName,
      script: await this.jobs.readScript(job.id),
      cpus: job.cpus,
      timeoutMs: job.maxMinutes === null ? null : job.maxMinutes * minuteMs,
      visibleDirs: [home],
      hiddenDirs: [this.config.dataDir, this.config.filesDir],
      // Without the slash that ends the path of the root.
      workDir: resolve(join(home, job.workDir)),
      env: {
        CLUSTERDESK_JOB_ID: job.id,
        CLUSTERDESK_JOB_NAME: job.jobName,
        CLUSTERDESK_QUEUE: job.queueName,
        CLUSTERDESK_CPUS: String(job.cpus),
      },
    };
  }
}
