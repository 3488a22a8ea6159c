import { Injectable } from '@nestjs/common';
import {
  type EndpointParams,
  type EndpointAnswer,
  type jobEndpoints,
  type JobStatus,
  type WireJobRow,
} from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { OthersJobsError } from '../job.errors.js';
import { mayRunJobs, maySeeAllJobs } from '../job.policy.js';
import { toJobRow } from '../job.presenter.js';
import { JobSearchRepository, type JobFilter, type ListedJob } from './job-search.repository.js';

const defaultSize = 20;
/** What the page of a host shows at most. */
const openOfHost = 50;
const endedOfHost = 10;
/** What `/job/list` answers with. */
const newest = { sort: 'createTime', order: 'desc', offset: 0, size: 1_000 } as const;

type Filter = EndpointParams<typeof jobEndpoints.counts>;

/** The list of jobs: pages, and how many jobs each status has. */
@Injectable()
export class JobSearch {
  constructor(
    private readonly repository: JobSearchRepository,
    private readonly config: Config,
  ) {}

  /** @throws OthersJobsError */
  async search(
    caller: Principal,
    input: EndpointParams<typeof jobEndpoints.search>,
  ): Promise<EndpointAnswer<typeof jobEndpoints.search>> {
    const { statuses, sort, order, pageNum = 0, size = defaultSize } = input;
    const filter = { ...filterFor(caller, input), statuses };
    const window = await this.repository.windowOf(filter);
    const [data, counts] = await Promise.all([
      this.find(filter, window, { sort, order, offset: pageNum * size, size }),
      this.repository.countByStatus(filter, window),
    ]);
    return { data, total: counts.reduce((sum, { count }) => sum + count, 0) };
  }

  /** The newest jobs: the caller's, or everyone's for a system administrator. */
  async list(
    caller: Principal,
    input: EndpointParams<typeof jobEndpoints.list>,
  ): Promise<WireJobRow[]> {
    const filter = { ...input, userId: maySeeAllJobs(caller) ? null : caller.userId };
    return this.find(filter, await this.repository.windowOf(filter), newest);
  }

  /** What a host runs, and what ended there last: everyone's for a system administrator, their own for others. */
  async listOn(
    nodeId: string,
    caller: Principal,
  ): Promise<EndpointAnswer<typeof jobEndpoints.onHost>> {
    const runningCount = await this.repository.countOpenOn(nodeId);
    if (!mayRunJobs(caller)) {
      return { running: [], runningCount, ended: [] };
    }
    const userId = maySeeAllJobs(caller) ? null : caller.userId;
    const [running, ended] = await Promise.all([
      this.repository.findOpenOn(nodeId, userId, openOfHost),
      this.repository.findEndedOn(nodeId, userId, endedOfHost),
    ]);
    const { timeZone } = this.config;
    const rowsOf = (jobs: readonly ListedJob[]): WireJobRow[] =>
      jobs.map((job) => toJobRow(job, timeZone));
    return { running: rowsOf(running), runningCount, ended: rowsOf(ended) };
  }

  /** By status, also those that no job has. @throws OthersJobsError */
  async count(caller: Principal, input: Filter): Promise<Record<JobStatus, number>> {
    const counts: Record<JobStatus, number> = {
      PENDING: 0,
      RUNNING: 0,
      COMPLETED: 0,
      FAILED: 0,
      CANCELLED: 0,
      TIMEOUT: 0,
      NODE_FAIL: 0,
    };
    const filter = filterFor(caller, input);
    const window = await this.repository.windowOf(filter);
    for (const { status, count } of await this.repository.countByStatus(filter, window)) {
      counts[status] = count;
    }
    return counts;
  }

  private async find(...query: Parameters<JobSearchRepository['find']>): Promise<WireJobRow[]> {
    const jobs = await this.repository.find(...query);
    return jobs.map((job) => toJobRow(job, this.config.timeZone));
  }
}

function filterFor(caller: Principal, input: Filter): JobFilter {
  const { owner, username, jobName, queueName, from, to } = input;
  if (owner === 'all' && !maySeeAllJobs(caller)) {
    throw new OthersJobsError();
  }
  return {
    ...{ userId: owner === 'all' ? null : caller.userId, username, jobName, queueName },
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
