import { Injectable } from '@nestjs/common';
import {
  limits,
  normaliseScript,
  type EndpointParams,
  type EndpointAnswer,
  type WireJobDetail,
  type jobEndpoints,
} from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import type { Principal } from '../../platform/http/access/principal.js';
import { AuditTrail, type AuditSubject } from '../../platform/http/audit-trail.js';
import { outputPage } from '../../platform/output-text.js';
import { JobChainRepository } from './chains/job-chain.repository.js';
import { JobGraphRepository } from './graphs/job-graph.repository.js';
import { JobHasEndedError, JobNotFoundError, ScriptNotTextError } from './job.errors.js';
import { mayRunJobs, maySeeJob, type JobReader } from './job.policy.js';
import { toJobDetail, toJobRow } from './job.presenter.js';
import { JobRepository, type WithDecision } from './job.repository.js';
import { JobEnding } from './life/job-ending.service.js';
import { JobHolding } from './life/job-holding.service.js';
import { JobOutputs } from './output/job-outputs.service.js';
import { ProjectJobs } from './projects/project-jobs.service.js';
import { SealedOutput } from './projects/sealed-output.service.js';
import type { ScriptJobEntity } from './script-job.entity.js';
import { JobWaiting } from './waiting/job-waiting.service.js';

const elementsShown = 50;

/** What people do with jobs that are there: look, hold, stop. */
@Injectable()
export class JobService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly waiting: JobWaiting,
    private readonly chains: JobChainRepository,
    private readonly graphs: JobGraphRepository,
    private readonly outputs: JobOutputs,
    private readonly sealed: SealedOutput,
    private readonly projects: ProjectJobs,
    private readonly ending: JobEnding,
    private readonly holding: JobHolding,
    private readonly audit: AuditTrail,
    private readonly config: Config,
  ) {}

  async getDetail(caller: Principal, jobId: string): Promise<WireJobDetail> {
    const job = await this.get(caller, jobId);
    const { script, variables } = await this.jobs.readContent(job);
    const { timeZone } = this.config;
    return {
      ...toJobDetail({ ...job, variables }, script, timeZone, caller.language),
      spaceName: await this.projects.nameFor(caller, job),
      after: await this.chains.listAwaited(job.id),
      graph: await this.graphs.stepOf(job),
      waiting: await this.waiting.of(job, caller),
    };
  }

  /** A page of the elements of an array. @throws JobNotFoundError */
  async listElements(
    caller: Principal,
    {
      jobId,
      statuses,
      pageNum = 0,
      size = elementsShown,
    }: EndpointParams<typeof jobEndpoints.elements>,
  ): Promise<EndpointAnswer<typeof jobEndpoints.elements>> {
    const { id } = await this.get(caller, jobId);
    const page = { offset: pageNum * size, size };
    const [elements, total] = await this.chains.findElements(id, statuses, page);
    return { data: elements.map((job) => toJobRow(job, this.config.timeZone)), total };
  }

  /** How many jobs of the caller wait, and how many run; null without a page of jobs. */
  async countOpen(caller: Principal): Promise<{ waiting: number; running: number } | null> {
    return mayRunJobs(caller) ? this.jobs.countOpen(caller.userId) : null;
  }

  /** Whether a page of this caller may watch the job's output. */
  async mayWatch(caller: Principal, jobId: string): Promise<boolean> {
    const job = await this.jobs.find(jobId);
    return job !== null && maySeeJob(caller, job) && (await this.sealed.isReadable(caller, job));
  }

  async readLog(
    caller: Principal,
    { jobId, offset, before, withTimes }: EndpointParams<typeof jobEndpoints.log>,
  ): Promise<EndpointAnswer<typeof jobEndpoints.log>> {
    const job = await this.get(caller, jobId);
    await this.sealed.assertReadable(caller, job);
    const end = job.outputRemovedAt ? 0 : Number(job.outputBytes);
    const most = limits.jobLogPageBytes;
    const read =
      before === undefined
        ? await this.outputs.read(job.id, offset ?? 0, most)
        : await this.outputs.readBefore(job.id, Math.min(before, end), most);
    return {
      ...outputPage(read, job.endedAt && end, before !== undefined && before < end),
      attempt: job.attempt,
      outputBytes: end,
      ...(withTimes === true && { times: await this.outputs.timesOf(job.id, read) }),
    };
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
export const jobTarget = ({ id, jobName }: ScriptJobEntity): AuditSubject['target'] => ({
  type: 'job',
  id,
  name: jobName,
});
