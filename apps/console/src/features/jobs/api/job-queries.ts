import {
  endpoints,
  type EndpointInput,
  type EndpointResult,
  type JobRow,
  type JobStatus,
} from '@clusterdesk/contracts';
import { queryOptions } from '@tanstack/react-query';
import { isRefusal } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { queryKeyOf, queryOptionsOf } from '../../../shared/api/query.js';

/** Others' jobs come and go without an event: what they leave free is asked for this often while it is shown. */
const othersMs = 10_000;

/** Every endpoint that shows jobs as they are now. */
export const queriesOfJobs = [
  endpoints.jobs.search,
  endpoints.jobs.counts,
  endpoints.jobs.detail,
  endpoints.jobs.elements,
] as const;

/** Every endpoint that shows what queues give their jobs. */
export const queriesOfQueues = [
  endpoints.jobs.queueList,
  endpoints.jobs.queueLoads,
  endpoints.jobs.queueInfo,
] as const;

export const jobSearch = (input: EndpointInput<typeof endpoints.jobs.search>) =>
  queryOptionsOf(endpoints.jobs.search, input);

type JobPage = EndpointResult<typeof endpoints.jobs.search>;

const awaitable: readonly JobStatus[] = ['PENDING', 'RUNNING', 'COMPLETED'];

/** The job with an id that another can wait for; null: there is none that the user may see. */
async function awaitableJob(jobId: string, signal: AbortSignal): Promise<JobRow | null> {
  try {
    const job = await call(endpoints.jobs.detail, { jobId }, signal);
    return awaitable.includes(job.status) ? job : null;
  } catch (error) {
    if (isRefusal(error)) {
      return null;
    }
    throw error;
  }
}

/** One's own newest jobs that another can wait for, by a part of their name; and the one whose id, with `#` or without, the text is. */
export const jobsToWaitFor = (text: string) =>
  queryOptions<JobPage, Error, JobRow[]>({
    queryKey: [...queryKeyOf(endpoints.jobs.search), 'toWaitFor', text],
    queryFn: async ({ signal }) => {
      const [, jobId] = /^#?(\d{1,18})$/.exec(text) ?? [];
      const input = { statuses: [...awaitable], pageNum: 0, size: 20 };
      const [page, one] = await Promise.all([
        call(endpoints.jobs.search, { ...input, ...(text && { jobName: text }) }, signal),
        jobId === undefined ? null : awaitableJob(jobId, signal),
      ]);
      return one
        ? { ...page, data: [one, ...page.data.filter((job) => job.jobId !== one.jobId)] }
        : page;
    },
    select: ({ data }) => data,
  });

export const jobCounts = (input: EndpointInput<typeof endpoints.jobs.counts>) =>
  queryOptionsOf(endpoints.jobs.counts, input);

export const jobElements = (input: EndpointInput<typeof endpoints.jobs.elements>) =>
  queryOptionsOf(endpoints.jobs.elements, input);

/** What a job was given, or made. */
export const jobFiles = (input: EndpointInput<typeof endpoints.jobs.files>) =>
  queryOptionsOf(endpoints.jobs.files, input);

export const jobDetail = (jobId: string) => queryOptionsOf(endpoints.jobs.detail, { jobId });

/** The same for its page: while the job waits, those before it go on. */
export const watchedJob = (jobId: string) =>
  queryOptions({
    ...jobDetail(jobId),
    refetchInterval: ({ state }) => (state.data?.waiting ? othersMs : false),
  });

export const queueList = () => queryOptionsOf(endpoints.jobs.queueList, {});

export const queueLoads = () => ({
  ...queryOptionsOf(endpoints.jobs.queueLoads, {}),
  refetchInterval: othersMs,
});

export const queueInfo = (queueId: string) => queryOptionsOf(endpoints.jobs.queueInfo, { queueId });
