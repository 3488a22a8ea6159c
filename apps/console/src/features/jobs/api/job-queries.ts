import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryOptionsOf } from '../../../shared/api/query.js';

const { jobs } = endpoints;

/** Others' jobs come and go without an event: what they leave free is asked for this often while it is shown. */
const othersMs = 10_000;

/** Every endpoint that shows jobs as they are now. */
export const showsJobs = [jobs.search, jobs.counts, jobs.detail] as const;

/** Every endpoint that shows what queues give their jobs. */
export const showsQueues = [jobs.queueList, jobs.queueLoads] as const;

export const jobSearch = (input: EndpointInput<typeof jobs.search>) =>
  queryOptionsOf(jobs.search, input);

export const jobCounts = (input: EndpointInput<typeof jobs.counts>) =>
  queryOptionsOf(jobs.counts, input);

export const jobDetail = (jobId: string) => queryOptionsOf(jobs.detail, { jobId });

/** The same for its page: while the job waits, those before it go on. */
export const watchedJob = (jobId: string) =>
  queryOptions({
    ...jobDetail(jobId),
    refetchInterval: ({ state }) => (typeof state.data?.jobsAhead === 'number' ? othersMs : false),
  });

export const queueList = () => queryOptionsOf(jobs.queueList, {});

export const queueLoads = () => ({
  ...queryOptionsOf(jobs.queueLoads, {}),
  refetchInterval: othersMs,
});

/** Whether the caller sees the jobs of all; false until it is known. */
export function useSeesAllJobs(): boolean {
  const { data } = useQuery({ ...queryOptionsOf(endpoints.account.detail, {}), staleTime: 60_000 });
  return data?.isSystemAdministrator ?? false;
}
