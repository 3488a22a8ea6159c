import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsOf } from '../../../shared/api/query.js';

const { jobs } = endpoints;

/** Every endpoint that shows jobs as they are now. */
export const showsJobs = [jobs.search, jobs.counts, jobs.detail] as const;

export const jobSearch = (input: EndpointInput<typeof jobs.search>) =>
  queryOptionsOf(jobs.search, input);

export const jobCounts = (input: EndpointInput<typeof jobs.counts>) =>
  queryOptionsOf(jobs.counts, input);

export const jobDetail = (jobId: string) => queryOptionsOf(jobs.detail, { jobId });

export const queueList = () => queryOptionsOf(jobs.queueList, {});

/** Whether the caller sees the jobs of all; false until it is known. */
export function useSeesAllJobs(): boolean {
  const { data } = useQuery({ ...queryOptionsOf(endpoints.account.detail, {}), staleTime: 60_000 });
  return data?.isSystemAdministrator ?? false;
}
