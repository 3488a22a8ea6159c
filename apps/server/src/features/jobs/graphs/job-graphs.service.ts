import { Injectable } from '@nestjs/common';
import {
  layersOf,
  type EndpointAnswer,
  type EndpointParams,
  type jobEndpoints,
} from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { definedOf } from '../../../platform/defined-of.js';
import { groupBy } from '../../../platform/group-by.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { JobChainRepository } from '../chains/job-chain.repository.js';
import { JobHasEndedError, OthersJobsError } from '../job.errors.js';
import { maySeeAllJobs, maySeeJob } from '../job.policy.js';
import { toJobRow } from '../job.presenter.js';
import { JobRepository } from '../job.repository.js';
import { JobService } from '../job.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobSubmission, type StoreJob } from '../submitting/job-submission.service.js';
import { planRerun } from './graph-rerun.js';
import {
  GraphStepRefusedError,
  GraphStepOpenError,
  GraphStepUnknownError,
  JobGraphHasEndedError,
  JobGraphNotFoundError,
  NotOwnGraphError,
} from './job-graph.errors.js';
import { toGraphRow } from './job-graph.presenter.js';
import { JobGraphRepository, type StoredGraph } from './job-graph.repository.js';

type Calls = typeof jobEndpoints;

/** A step whose job can be stored. */
interface PreparedStep {
  key: string;
  after: readonly string[];
  store: StoreJob;
}

const defaultSize = 20;

/** Jobs that follow each other under one name. What they wait for, and what becomes of it, is each job's own matter (`JobChains`). */
@Injectable()
export class JobGraphs {
  constructor(
    private readonly repository: JobGraphRepository,
    private readonly submission: JobSubmission,
    private readonly jobs: JobService,
    private readonly stored: JobRepository,
    private readonly chains: JobChainRepository,
    private readonly audit: AuditTrail,
    private readonly config: Config,
  ) {}

  /** Submits a job for each step, or none. @throws GraphStepRefusedError */
  async run(
    caller: Principal,
    { graphName, steps }: EndpointParams<Calls['graphRun']>,
  ): Promise<{ graphId: string }> {
    const prepared: PreparedStep[] = [];
    for (const { key, after, ...input } of layersOf(steps).layers.flat()) {
      const jobName = input.jobName ?? key;
      const store = await ofStep(key, () => this.submission.prepare(caller, { ...input, jobName }));
      prepared.push({ key, after, store });
    }
    return this.storeAll(async (manager) => {
      const graphId = await this.repository.add(manager, caller, graphName, steps);
      const jobs = await this.storeSteps(manager, graphId, prepared, new Map());
      await this.record(manager, { graphId, graphName }, { steps: jobs.length });
      return { jobs, result: { graphId } };
    });
  }

  /** A page of graphs, newest first. @throws OthersJobsError */
  async list(
    caller: Principal,
    { owner, graphName, pageNum = 0, size = defaultSize }: EndpointParams<Calls['graphList']>,
  ): Promise<EndpointAnswer<Calls['graphList']>> {
    if (owner === 'all' && !maySeeAllJobs(caller)) {
      throw new OthersJobsError();
    }
    const { graphs, total } = await this.repository.list(
      { userId: owner === 'all' ? null : caller.userId, graphName },
      { offset: pageNum * size, size },
    );
    const steps = await this.repository.listSteps(graphs.map(({ graphId }) => graphId));
    const ofGraph = groupBy(steps, ({ graphId }) => graphId);
    const { timeZone } = this.config;
    const data = graphs.map((graph) =>
      toGraphRow(graph, ofGraph.get(graph.graphId) ?? [], timeZone),
    );
    return { data, total };
  }

  /** @throws JobGraphNotFoundError */
  async getDetail(
    caller: Principal,
    graphId: string,
  ): Promise<EndpointAnswer<Calls['graphDetail']>> {
    const graph = await this.get(caller, graphId);
    const steps = await this.repository.listSteps([graphId]);
    const jobs = await this.repository.findJobs(steps.flatMap(({ jobId }) => jobId ?? []));
    const { timeZone } = this.config;
    return {
      ...toGraphRow(graph, steps, timeZone),
      steps: steps.map(({ key, after, runs, jobId }) => {
        const job = jobId === null ? undefined : jobs.get(jobId);
        return { key, after: [...after], runs, job: job ? toJobRow(job, timeZone) : null };
      }),
    };
  }

  /**
   * Submits jobs for some steps and all that follow them anew, or none.
   * @throws JobGraphNotFoundError, NotOwnGraphError, GraphStepRefusedError, and what `planRerun` throws
   */
  async rerun(
    caller: Principal,
    { graphId, from, changes }: EndpointParams<Calls['graphRerun']>,
  ): Promise<void> {
    const graph = await this.get(caller, graphId);
    if (graph.userId !== caller.userId) {
      throw new NotOwnGraphError();
    }
    const { again } = planRerun(await this.repository.listSteps([graphId]), from);
    const changed = new Map(changes.map(({ key, ...values }) => [key, definedOf(values)]));
    const unknown = [...changed.keys()].find((one) => !again.some(({ key }) => key === one));
    if (unknown !== undefined) {
      throw new GraphStepUnknownError(unknown);
    }
    const prepared: PreparedStep[] = [];
    for (const { key, after, jobId } of again) {
      const input = await this.submission.inputOf(await this.jobs.get(caller, jobId));
      const store = await ofStep(key, () =>
        this.submission.prepare(caller, { ...input, ...changed.get(key) }),
      );
      prepared.push({ key, after, store });
    }
    await this.storeAll(async (manager) => {
      if (!(await this.repository.lock(manager, graphId))) {
        throw new JobGraphNotFoundError();
      }
      const now = planRerun(await this.repository.listSteps([graphId], manager), from);
      const newer = now.again.find(({ jobId }, index) => jobId !== again[index]?.jobId);
      if (newer) {
        throw new GraphStepOpenError(newer.key);
      }
      // All at once and by their ids, as the end of a job locks those that wait for it.
      await this.chains.lockAwaited(manager, caller.userId, [...now.kept.values()]);
      const jobs = await this.storeSteps(manager, graphId, prepared, now.kept);
      await this.record(manager, graph, { from, steps: jobs.length });
      return { jobs, result: undefined };
    });
  }

  /** Stops all steps that are open, the last ones first: none is cancelled because one before it was stopped. */
  async stop(caller: Principal, graphId: string): Promise<void> {
    await this.get(caller, graphId);
    const steps = layersOf(await this.repository.listSteps([graphId])).layers.flat();
    let stopped = 0;
    for (const { jobId, status } of steps.reverse()) {
      if (jobId !== null && (status === 'PENDING' || status === 'RUNNING')) {
        stopped += await this.jobs.stop(caller, jobId).then(() => 1, noneWhenEnded);
      }
    }
    if (stopped === 0) {
      throw new JobGraphHasEndedError();
    }
  }

  /** @throws JobGraphNotFoundError, also for another user's graph */
  private async get(caller: Principal, graphId: string): Promise<StoredGraph> {
    const graph = await this.repository.find(graphId);
    if (!graph || !maySeeJob(caller, graph)) {
      throw new JobGraphNotFoundError();
    }
    return graph;
  }

  /** One transaction; its jobs are announced after the commit. */
  private async storeAll<Result>(
    work: (manager: EntityManager) => Promise<{ jobs: ScriptJobEntity[]; result: Result }>,
  ): Promise<Result> {
    const { jobs, result } = await this.stored.transaction(work);
    jobs.forEach((job) => this.submission.announce(job));
    return result;
  }

  /** @param kept jobs of steps that stay as they are, by key */
  private async storeSteps(
    manager: EntityManager,
    graphId: string,
    steps: readonly PreparedStep[],
    kept: ReadonlyMap<string, string>,
  ): Promise<ScriptJobEntity[]> {
    const jobs: ScriptJobEntity[] = [];
    const jobIds = new Map(kept);
    for (const { key, after, store } of steps) {
      const job = await ofStep(key, () =>
        store(
          manager,
          after.flatMap((one) => jobIds.get(one) ?? []),
        ),
      );
      await this.repository.addJob(manager, graphId, key, job.id);
      jobIds.set(key, job.id);
      jobs.push(job);
    }
    return jobs;
  }

  private record(
    manager: EntityManager,
    { graphId, graphName }: Pick<StoredGraph, 'graphId' | 'graphName'>,
    details: Record<string, unknown>,
  ): Promise<void> {
    const target = { type: 'jobGraph', id: graphId, name: graphName };
    return this.audit.record(manager, { target, details });
  }
}

/** A refusal of the step's job names the step. */
async function ofStep<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? new GraphStepRefusedError(key, error) : error;
  }
}

/** A job that ended by itself meanwhile was not stopped. */
function noneWhenEnded(error: unknown): number {
  if (error instanceof JobHasEndedError) {
    return 0;
  }
  throw error;
}
