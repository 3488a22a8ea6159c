import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** What the job list is narrowed to; empty words narrow nothing. */
export type JobFilter = EndpointInput<typeof endpoints.jobs.list>;

export const jobList = (filter: JobFilter) => queryOptionsOf(endpoints.jobs.list, filter);

export const jobDetail = (jobId: string) => queryOptionsOf(endpoints.jobs.detail, { jobId });

export const queueList = () => queryOptionsOf(endpoints.jobs.queueList, {});
