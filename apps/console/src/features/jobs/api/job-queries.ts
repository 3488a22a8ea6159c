import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { reads } from '../../../shared/api/query.js';

/** What the job list is narrowed to; empty words narrow nothing. */
export type JobFilter = EndpointInput<typeof endpoints.jobs.list>;

export const jobList = (filter: JobFilter) => reads(endpoints.jobs.list, filter);

export const jobDetail = (jobId: string) => reads(endpoints.jobs.detail, { jobId });

export const queueList = () => reads(endpoints.jobs.queueList, {});
