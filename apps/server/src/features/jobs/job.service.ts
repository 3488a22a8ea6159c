import { Injectable } from '@nestjs/common';
import {
  limits,
  memoryOf,
  normaliseScript,
  readSbatchLines,
  type EndpointParams,
  type EndpointAnswer,
  type WireJobDetail,
  type jobEndpoints,
  type WireJobRow,
  type QueueLoad,
  type QueueOption,
} from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { AuditTrail, type AuditSubject } from '../../platform/http/audit-trail.js';
import { outputPage } from '../../platform/output-text.js';
import { Settings } from '../../platform/settings/settings.service.js';
import { ComputeBackends } from './backends/compute-backends.js';
import {
  JobHasEndedError,
  JobNotFoundError,
  QueueNotFoundError,
  ScriptNotTextError,
  TooLongError,
  TooManyCpusError,
  TooManyWaitingError,
  TooMuchMemoryError,
} from './job.errors.js';
import { managesQueues, mayRunJobs, maySeeJob, type JobReader } from './job.policy.js';
import { toJobDetail, toJobRow, toQueueOption } from './job.presenter.js';
import { JobRepository } from './job.repository.js';
import { maxWaitingJobs } from './job.settings.js';
import { JobAnnouncer } from './life/job-announcer.service.js';
import { JobEnding } from './life/job-ending.service.js';
import { JobOutputs } from './output/job-outputs.service.js';
import { DispatchRequests } from './scheduling/dispatch-requests.service.js';
import { QueueLoads } from './scheduling/queue-loads.service.js';
import { QueueRepository, type QueueWithNodes } from './scheduling/queue.repository.js';
import type { ScriptJobEntity } from './script-job.entity.js';
import { JobWaiting } from './waiting/job-waiting.service.js';

/** What people do with jobs: submit, look, stop. */
@Injectable()
export class JobService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly queues: QueueRepository,
    private readonly loads: QueueLoads,
    private readonly waiting: JobWaiting,
    private readonly outputs: JobOutputs,
    private readonly ending: JobEnding,
    private readonly backends: ComputeBackends,
    private readonly requests: DispatchRequests,
    private readonly settings: Settings,
    private readonly announcer: JobAnnouncer,
    private readonly audit: AuditTrail,
    private readonly config: Config,
  ) {}

  /**
   * Stores the job, then requests a plan. If that is lost with the process, reconciling finds the job.
   */
  async submit(
    caller: Principal,
    input: EndpointParams<typeof jobEndpoints.run>,
  ): Promise<WireJobRow> {
    const usable = await this.usableQueues(caller);
    const queue = usable.find(({ queueName }) => queueName === input.queueName);
    if (!queue) {
      throw new QueueNotFoundError();
    }
    const lines = readSbatchLines(input.scriptContent);
    const cpus = input.cpus ?? lines.cpus ?? 1;
    const maxMinutes = input.maxMinutes ?? lines.maxMinutes ?? queue.defaultMinutes;
    const memoryMb = input.memoryMb ?? memoryOf(lines, cpus);
    const backend = this.backends.get(queue.backend);
    const mostCpus = await backend.mostCpus(queue.id);
    if (cpus > mostCpus) {
      throw new TooManyCpusError(mostCpus);
    }
    if (memoryMb !== null) {
      const mostMemoryMb = await backend.mostMemoryMb(queue.id, cpus);
      if (memoryMb > mostMemoryMb) {
        throw new TooMuchMemoryError(mostMemoryMb);
      }
    }
    if (maxMinutes > queue.maxMinutes) {
      throw new TooLongError(queue.maxMinutes);
    }
    const maxWaiting = await this.settings.get(maxWaitingJobs);
    const job = await this.jobs.create(
      {
        queueId: queue.id,
        queueName: queue.queueName,
        backend: queue.backend,
        userId: caller.userId,
        userName: caller.userName,
        jobName: input.jobName,
        script: input.scriptContent,
        workDir: input.workDir,
        cpus,
        memoryMb,
        network: queue.network,
        maxMinutes,
        requeue: input.requeue,
      },
      maxWaiting,
      (manager, created) =>
        this.audit.record(manager, {
          target: jobTarget(created),
          details: {
            queueName: created.queueName,
            cpus: created.cpus,
            ...(memoryMb !== null && { memoryMb }),
          },
        }),
    );
    if (!job) {
      throw new TooManyWaitingError(maxWaiting);
    }
    this.announcer.announce(job);
    this.requests.request(job.backend);
    return toJobRow(job, this.config.timeZone);
  }

  async listQueues(caller: Principal): Promise<QueueOption[]> {
    const queues = await this.usableQueues(caller);
    return queues.map((queue) => toQueueOption(queue, caller.language));
  }

  async listLoads(caller: Principal): Promise<QueueLoad[]> {
    return this.loads.of(await this.usableQueues(caller));
  }

  private usableQueues(caller: Principal): Promise<QueueWithNodes[]> {
    return this.queues.list(managesQueues(caller) ? {} : { userId: caller.userId });
  }

  async getDetail(caller: Principal, jobId: string): Promise<WireJobDetail> {
    const job = await this.get(caller, jobId);
    const script = await this.jobs.readScript(job.id);
    const { timeZone } = this.config;
    return {
      ...toJobDetail(job, script, timeZone, caller.language),
      waiting: await this.waiting.of(job, caller.language),
    };
  }

  /** How many jobs of the caller wait, and how many run; null without a page of jobs. */
  async countOpen(caller: Principal): Promise<{ waiting: number; running: number } | null> {
    return mayRunJobs(caller) ? this.jobs.countOpen(caller.userId) : null;
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
  ): Promise<EndpointAnswer<typeof jobEndpoints.log>> {
    const job = await this.get(caller, jobId);
    const read = await this.outputs.read(job.id, offset, limits.jobLogPageBytes);
    const end = job.outputRemovedAt ? 0 : Number(job.outputBytes);
    return { ...outputPage(read, job.endedAt && end), attempt: job.attempt };
  }

  /** The text of an uploaded script, in UTF-8, or in UTF-16 with a byte order mark, as Windows editors write it. */
  readScript(file: Buffer = Buffer.of()): string {
    const mark = file.subarray(0, 2).toString('hex');
    const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
    try {
      const text = normaliseScript(new TextDecoder(encoding, { fatal: true }).decode(file));
      if (text !== '' && !text.includes('\0')) {
        return text;
      }
    } catch {
      // In another encoding: refused below.
    }
    throw new ScriptNotTextError();
  }

  /** Ends a job: one that waits at once, one that runs when its backend has confirmed it. */
  async stop(caller: Principal, jobId: string): Promise<void> {
    const job = await this.get(caller, jobId);
    const record = (manager: EntityManager): Promise<void> =>
      this.audit.record(manager, {
        target: jobTarget(job),
        details: { owner: job.userName },
      });
    if (!(await this.ending.end(job.id, 'stopped', record))) {
      throw new JobHasEndedError();
    }
  }

  /** @throws JobNotFoundError, also for another user's job. */
  async get(caller: JobReader, jobId: string): Promise<ScriptJobEntity> {
    const job = await this.jobs.find(jobId);
    if (!job || !maySeeJob(caller, job)) {
      throw new JobNotFoundError();
    }
    return job;
  }
}

/** A job, as the log names it. */
const jobTarget = ({ id, jobName }: ScriptJobEntity): AuditSubject['target'] => ({
  type: 'job',
  id,
  name: jobName,
});
