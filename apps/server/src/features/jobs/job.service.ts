import { Injectable } from '@nestjs/common';
import {
  dispatchQueue,
  limits,
  type EndpointParams,
  type EndpointResult,
  type JobDetail,
  type jobEndpoints,
  type JobRow,
  type QueueOption,
} from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { AgentCommands } from '../cluster/agent-commands.service.js';
import { JobAnnouncer } from './job-announcer.service.js';
import {
  jobHasEnded,
  jobNotFound,
  queueNotFound,
  scriptNotText,
  tooManyCpus,
} from './job.errors.js';
import { managesQueues, maySeeJob } from './job.policy.js';
import { toJobDetail, toJobRow } from './job.presenter.js';
import { JobRepository } from './job.repository.js';
import { QueueRepository } from './scheduling/queue.repository.js';
import type { ScriptJobEntity } from './script-job.entity.js';

/** What people do with jobs: submit, look, stop. */
@Injectable()
export class JobService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly queues: QueueRepository,
    private readonly tasks: TaskQueue,
    private readonly agents: AgentCommands,
    private readonly announcer: JobAnnouncer,
    private readonly config: Config,
  ) {}

  /** Stores the job, then wakes the scheduler of its queue. */
  async submit(caller: Principal, input: EndpointParams<typeof jobEndpoints.run>): Promise<JobRow> {
    const queue = await this.jobs.findQueueByName(input.queueName);
    const usable = await this.listQueues(caller);
    if (!queue || !usable.some((option) => option.id === queue.id)) {
      throw queueNotFound();
    }
    const mostCpus = await this.queues.mostCpus(queue.id);
    if (input.cpus > mostCpus) {
      throw tooManyCpus(mostCpus);
    }
    const job = await this.jobs.create({
      queueId: queue.id,
      queueName: queue.queueName,
      userId: caller.userId,
      userName: caller.userName,
      jobName: input.jobName,
      script: input.scriptContent.replaceAll('\r\n', '\n'),
      workDir: input.workDir,
      cpus: input.cpus,
      maxMinutes: input.maxMinutes ?? null,
    });
    await this.tasks.add(dispatchQueue, { queueId: queue.id });
    this.announcer.announce(job);
    return toJobRow(job, this.config.timeZone);
  }

  listQueues(caller: Principal): Promise<QueueOption[]> {
    return this.queues.list(managesQueues(caller) ? null : caller.userId);
  }

  async list(
    caller: Principal,
    filter: EndpointParams<typeof jobEndpoints.list>,
  ): Promise<JobRow[]> {
    const userId = caller.isSystemAdministrator ? undefined : caller.userId;
    const jobs = await this.jobs.list({ ...filter, userId });
    return jobs.map((job) => toJobRow(job, this.config.timeZone));
  }

  async getDetail(caller: Principal, jobId: string): Promise<JobDetail> {
    const job = await this.get(caller, jobId);
    const script = await this.jobs.readScript(job.id);
    const reason = await this.reasonOf(job);
    return toJobDetail({ ...job, reason }, script, this.config.timeZone, caller.language);
  }

  /** A job without a place waits for CPUs, or for a node to come; anything else has its reason in its row. */
  private async reasonOf(job: ScriptJobEntity): Promise<string> {
    if (job.status !== 'PENDING' || job.nodeId || !job.queueId) {
      return job.reason;
    }
    return (await this.queues.hasNode(job.queueId)) ? 'WAITS_FOR_CPUS' : 'WAITS_FOR_NODE';
  }

  /** Whether a page of this caller may watch the job's output. */
  async mayWatch(caller: Principal, jobId: string): Promise<boolean> {
    const job = await this.jobs.find(jobId);
    return job !== null && maySeeJob(caller, job);
  }

  async readLog(
    caller: Principal,
    jobId: string,
    offset: number,
  ): Promise<EndpointResult<typeof jobEndpoints.log>> {
    const job = await this.get(caller, jobId);
    const data = await this.jobs.readOutput(job.id, offset, limits.jobLogPageBytes);
    const nextOffset = offset + data.byteLength;
    return {
      offset,
      nextOffset,
      text: data.toString('utf8'),
      isComplete: job.endedAt !== null && nextOffset >= Number(job.outputBytes),
    };
  }

  /** The text of an uploaded script. */
  readScript(file: Buffer | undefined): string {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
      if (file && text !== '' && !text.includes('\0')) {
        return text;
      }
    } catch {
      // Not UTF-8: refused below.
    }
    throw scriptNotText();
  }

  /**
   * Ends a job. One that no agent has yet is cancelled on the spot; for one that runs the wish is stored, sent to its
   * agent, and sent again until the job has ended.
   */
  async stop(caller: Principal, jobId: string): Promise<void> {
    await this.get(caller, jobId);
    const job = await this.jobs.transaction(async (manager) => {
      const locked = await this.jobs.lock(manager, jobId);
      if (!locked || locked.endedAt) {
        throw jobHasEnded();
      }
      locked.stopReason = 'stopped';
      if (locked.status === 'PENDING' && !locked.isAccepted) {
        locked.status = 'CANCELLED';
        locked.endedAt = new Date();
      }
      return manager.save(locked);
    });
    if (job.endedAt) {
      this.announcer.announce(job);
      await this.wakeQueue(job);
    }
    if (job.nodeId) {
      await this.agents.stopScript(job.nodeId, { jobId, attempt: job.attempt, reason: 'stopped' });
    }
  }

  private async wakeQueue(job: ScriptJobEntity): Promise<void> {
    if (job.queueId) {
      await this.tasks.add(dispatchQueue, { queueId: job.queueId });
    }
  }

  /** @throws jobNotFound, also for a job of somebody else. */
  private async get(caller: Principal, jobId: string): Promise<ScriptJobEntity> {
    const job = await this.jobs.find(jobId);
    if (!job || !maySeeJob(caller, job)) {
      throw jobNotFound();
    }
    return job;
  }
}
