import { Injectable } from '@nestjs/common';
import {
  limits,
  normaliseScript,
  readSbatchLines,
  type EndpointParams,
  type EndpointAnswer,
  type WireJobDetail,
  type jobEndpoints,
  type WireJobRow,
} from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { definedOf } from '../../platform/defined-of.js';
import { AuditTrail, type AuditSubject } from '../../platform/http/audit-trail.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { outputPage } from '../../platform/output-text.js';
import { Settings } from '../../platform/settings/settings.service.js';
import { ComputeBackends } from './backends/compute-backends.js';
import {
  JobHasEndedError,
  JobNotFoundError,
  NotOwnJobError,
  ScriptNotTextError,
  TooLongError,
  TooManyCpusError,
  TooManyWaitingError,
} from './job.errors.js';
import { mayRunJobs, maySeeJob, type JobReader } from './job.policy.js';
import { toJobDetail, toJobRow } from './job.presenter.js';
import { JobRepository, type WithDecision } from './job.repository.js';
import { maxWaitingJobs } from './job.settings.js';
import { JobAnnouncer } from './life/job-announcer.service.js';
import { JobEnding } from './life/job-ending.service.js';
import { JobHolding } from './life/job-holding.service.js';
import { JobOutputs } from './output/job-outputs.service.js';
import { QueueLoads } from './queues/queue-loads.service.js';
import { QueueService } from './queues/queue.service.js';
import { DispatchRequests } from './scheduling/dispatch-requests.service.js';
import type { ScriptJobEntity } from './script-job.entity.js';

/** What people do with jobs: submit, look, hold, stop. */
@Injectable()
export class JobService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly queues: QueueService,
    private readonly loads: QueueLoads,
    private readonly outputs: JobOutputs,
    private readonly ending: JobEnding,
    private readonly holding: JobHolding,
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
    const queue = await this.queues.getUsable(caller, input.queueName);
    const lines = readSbatchLines(input.scriptContent);
    const cpus = input.cpus ?? lines.cpus ?? 1;
    const maxMinutes = input.maxMinutes ?? lines.maxMinutes ?? queue.defaultMinutes;
    const mostCpus = await this.backends.get(queue.backend).mostCpus(queue.id);
    if (cpus > mostCpus) {
      throw new TooManyCpusError(mostCpus);
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
        network: queue.network,
        maxMinutes,
        variables: input.variables,
        requeue: input.requeue,
      },
      maxWaiting,
      (manager) => this.queues.lockToSubmit(manager, queue.id, caller.userId),
      (manager, created) =>
        this.audit.record(manager, {
          target: jobTarget(created),
          details: { queueName: created.queueName, cpus: created.cpus },
        }),
    );
    if (!job) {
      throw new TooManyWaitingError(maxWaiting);
    }
    this.announcer.announce(job);
    this.requests.request(job.backend);
    return toJobRow(job, this.config.timeZone);
  }

  /** Submits jobs one after the other; a refused one does not stop the others. */
  async submitMany(
    caller: Principal,
    { jobs }: EndpointParams<typeof jobEndpoints.runMany>,
  ): Promise<EndpointAnswer<typeof jobEndpoints.runMany>> {
    const answers: EndpointAnswer<typeof jobEndpoints.runMany> = [];
    for (const job of jobs) {
      try {
        const { jobId } = await this.submit(caller, job);
        answers.push({ jobId, error: null, message: null });
      } catch (error) {
        if (!(error instanceof DomainError)) {
          throw error;
        }
        this.audit.noteRefusal(error, { type: 'job', id: '', name: job.jobName });
        const message = error.sentence[caller.language];
        answers.push({ jobId: null, error: error.code, message });
      }
    }
    return answers;
  }

  /** Submits a job of the caller again. What is not given is as it was, also its script. */
  async rerun(
    caller: Principal,
    { jobId, ...changes }: EndpointParams<typeof jobEndpoints.rerun>,
  ): Promise<WireJobRow> {
    const job = await this.get(caller, jobId);
    if (job.userId !== caller.userId) {
      throw new NotOwnJobError();
    }
    return this.submit(caller, {
      jobName: job.jobName,
      queueName: job.queueName,
      scriptContent: await this.jobs.readScript(job.id),
      workDir: job.workDir,
      cpus: job.cpus,
      maxMinutes: job.maxMinutes ?? undefined,
      variables: job.variables,
      requeue: job.requeue,
      ...definedOf(changes),
    });
  }

  async getDetail(caller: Principal, jobId: string): Promise<WireJobDetail> {
    const job = await this.get(caller, jobId);
    const script = await this.jobs.readScript(job.id);
    const reason =
      job.heldReason ??
      (job.status === 'PENDING'
        ? await this.backends.get(job.backend).waitReason(job)
        : job.reason);
    const { timeZone } = this.config;
    return {
      ...toJobDetail({ ...job, reason }, script, timeZone, caller.language),
      jobsAhead: await this.loads.jobsAhead(job),
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
    if (!(await this.ending.end(job.id, 'stopped', this.recordOf(job)))) {
      throw new JobHasEndedError();
    }
  }

  /** @throws JobNotFoundError, JobNotWaitingError */
  async hold(caller: Principal, jobId: string): Promise<void> {
    const job = await this.get(caller, jobId);
    await this.holding.hold(caller, job.id, this.recordOf(job));
  }

  /** @throws JobNotFoundError, JobNotHeldError, HeldByAdministratorError, QueueAccessEndedError */
  async release(caller: Principal, jobId: string): Promise<void> {
    const job = await this.get(caller, jobId);
    await this.holding.release(caller, job.id, this.recordOf(job));
  }

  /** @throws JobNotFoundError, also for another user's job. */
  async get(caller: JobReader, jobId: string): Promise<ScriptJobEntity> {
    const job = await this.jobs.find(jobId);
    if (!job || !maySeeJob(caller, job)) {
      throw new JobNotFoundError();
    }
    return job;
  }

  /** Writes a decision about a job into the log. */
  private recordOf(job: ScriptJobEntity): WithDecision {
    return (manager) =>
      this.audit.record(manager, { target: jobTarget(job), details: { owner: job.userName } });
  }
}

/** A job, as the log names it. */
const jobTarget = ({ id, jobName }: ScriptJobEntity): AuditSubject['target'] => ({
  type: 'job',
  id,
  name: jobName,
});
