import { Injectable } from '@nestjs/common';
import {
  memoryOf,
  parseJobArray,
  readSbatchLines,
  type EndpointAnswer,
  type EndpointParams,
  type jobEndpoints,
  type WireJobRow,
} from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { definedOf } from '../../../platform/defined-of.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { ComputeBackends } from '../backends/compute-backends.js';
import { JobChainRepository } from '../chains/job-chain.repository.js';
import { JobChains } from '../chains/job-chains.service.js';
import {
  AfterJobFailedError,
  AfterJobUnknownError,
  NotOwnJobError,
  TooLongError,
  TooManyCpusError,
  TooManyWaitingError,
  TooMuchMemoryError,
} from '../job.errors.js';
import { toJobRow } from '../job.presenter.js';
import { isJobId, JobRepository } from '../job.repository.js';
import { jobTarget, JobService } from '../job.service.js';
import { maxWaitingJobs } from '../job.settings.js';
import { JobAnnouncer } from '../life/job-announcer.service.js';
import { ProjectJobs } from '../projects/project-jobs.service.js';
import { QueueService } from '../queues/queue.service.js';
import { DispatchRequests } from '../scheduling/dispatch-requests.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

/** Stores a job in a transaction, to wait for these others. */
export type StoreJob = (
  manager: EntityManager,
  afterJobIds: readonly string[],
) => Promise<ScriptJobEntity>;

/** Submitting jobs: one, many, or one that was there before. */
@Injectable()
export class JobSubmission {
  constructor(
    private readonly jobs: JobRepository,
    private readonly existing: JobService,
    private readonly chains: JobChainRepository,
    private readonly chainRules: JobChains,
    private readonly queues: QueueService,
    private readonly projects: ProjectJobs,
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
    const store = await this.prepare(caller, input);
    const job = await this.jobs.transaction(async (manager) => {
      const created = await store(manager, input.afterJobIds);
      const { queueName, cpus, memoryMb, spaceId, workDir, isSealed } = created;
      const details = {
        ...{ queueName, cpus },
        ...(memoryMb !== null && { memoryMb }),
        ...(spaceId !== null && { projectId: spaceId, workDir, isSealed }),
      };
      await this.audit.record(manager, { target: jobTarget(created), details });
      return created;
    });
    this.announce(job);
    return toJobRow(job, this.config.timeZone);
  }

  /** Checks what needs no transaction. @returns what stores the job as part of one, which then `announce` must follow */
  async prepare(
    caller: Principal,
    input: Omit<EndpointParams<typeof jobEndpoints.run>, 'afterJobIds'>,
  ): Promise<StoreJob> {
    const queue = await this.queues.getUsable(caller, input.queueName);
    const place = await this.projects.check(caller, queue, input);
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
    const arrayText = input.array ?? lines.array;
    const array = arrayText ? parseJobArray(arrayText) : null;
    const maxWaiting = await this.settings.get(maxWaitingJobs);
    const values = {
      queueId: queue.id,
      queueName: queue.queueName,
      backend: queue.backend,
      userId: caller.userId,
      userName: caller.userName,
      jobName: input.jobName,
      script: input.scriptContent,
      ...place,
      cpus,
      memoryMb,
      maxMinutes,
      variables: input.variables,
      requeue: input.requeue,
      ...(array && {
        arrayText,
        arrayAtOnce: array.atOnce,
        arrayCounts: { PENDING: array.indices.length },
        heldReason: 'IS_ARRAY' as const,
      }),
    };
    return async (manager, afterJobIds) => {
      const job = await this.jobs.create(
        manager,
        values,
        maxWaiting,
        () => this.queues.lockToSubmit(manager, queue.id, caller.userId),
        async (_, created) => {
          if (array) {
            await this.chains.addElements(manager, created, array.indices);
          }
          await this.waitForOthers(manager, created, afterJobIds);
        },
      );
      if (!job) {
        throw new TooManyWaitingError(maxWaiting);
      }
      return job;
    };
  }

  /** After the commit: tells of a new job, and requests a plan. */
  announce(job: ScriptJobEntity): void {
    this.announcer.announce(job);
    this.requests.request(job.backend);
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
    const job = await this.existing.get(caller, jobId);
    if (job.userId !== caller.userId) {
      throw new NotOwnJobError();
    }
    return this.submit(caller, { ...(await this.inputOf(job)), ...definedOf(changes) });
  }

  /** What a job was submitted with, but for what it waited for. */
  async inputOf(job: ScriptJobEntity): Promise<EndpointParams<typeof jobEndpoints.run>> {
    const { script, variables } = await this.jobs.readContent(job);
    return {
      jobName: job.jobName,
      queueName: job.queueName,
      scriptContent: script,
      space: job.space,
      spaceId: job.spaceId ?? undefined,
      workDir: job.workDir,
      inputs: job.inputs,
      isSealed: job.isSealed,
      cpus: job.cpus,
      memoryMb: job.memoryMb ?? undefined,
      maxMinutes: job.maxMinutes ?? undefined,
      variables,
      array: job.arrayIndex === null ? (job.arrayText ?? '') : String(job.arrayIndex),
      afterJobIds: [],
      requeue: job.requeue,
    };
  }

  /** @throws AfterJobUnknownError, AfterJobFailedError */
  private async waitForOthers(
    manager: EntityManager,
    job: ScriptJobEntity,
    afterJobIds: readonly string[],
  ): Promise<void> {
    const afterIds = [...new Set(afterJobIds)];
    if (afterIds.length === 0) {
      return;
    }
    const isKnown = afterIds.every(isJobId) && job.userId !== null;
    const awaited = isKnown
      ? await this.chains.lockAwaited(manager, job.userId ?? '', afterIds)
      : [];
    if (awaited.length < afterIds.length) {
      throw new AfterJobUnknownError();
    }
    if (awaited.some(({ status }) => !['PENDING', 'RUNNING', 'COMPLETED'].includes(status))) {
      throw new AfterJobFailedError();
    }
    await this.chains.addDependencies(manager, job.id, afterIds);
    if (awaited.every(({ status }) => status === 'COMPLETED')) {
      return;
    }
    if (job.arrayText === null) {
      job.heldReason = 'WAITS_FOR_JOBS';
      await manager.save(job);
    } else {
      await this.chainRules.holdElements(manager, job, null);
    }
  }
}
