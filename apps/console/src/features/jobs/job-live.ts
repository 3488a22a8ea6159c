import {
  endpoints,
  jobRow,
  type EndpointResult,
  type JobDetail,
  type JobRow,
} from '@clusterdesk/contracts';
import { useEffect, useState } from 'react';
import { queryKeyOf } from '../../shared/api/query.js';
import { useLiveEvent, useWatch } from '../../shared/live/connection/live-provider.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';
import { jobDetail, queriesOfQueues } from './api/job-queries.js';
import { JobTints } from './job-tints.js';

type JobPage = EndpointResult<typeof endpoints.jobs.search>;

/** A page of the list with the job's newest state; the same one when the job is not on it. */
export function withJob(page: JobPage, job: JobRow): JobPage {
  return page.data.some((row) => row.jobId === job.jobId)
    ? { ...page, data: page.data.map((row) => (row.jobId === job.jobId ? job : row)) }
    : page;
}

/**
 * A job's new state is written into every cached page of the list and into its details at once; then the server is asked again, for new
 * jobs and for what a running answer may have overtaken.
 */
export const jobLiveRules = [
  onEvent('jobUpdated', (cache, event) => {
    const job = jobRow.parse(event);
    const list = queryKeyOf(endpoints.jobs.search);
    const { queryKey } = jobDetail(job.jobId);
    cache.queries.setQueriesData<JobPage>({ queryKey: list }, (page) => page && withJob(page, job));
    cache.queries.setQueryData<JobDetail>(queryKey, (detail) => detail && { ...detail, ...job });
    cache.invalidate(list);
    cache.invalidate(queryKeyOf(endpoints.jobs.counts));
    cache.invalidate(queryKey);
  }),
  onEvent('queuesChanged', (cache) =>
    queriesOfQueues.forEach((endpoint) => cache.invalidate(queryKeyOf(endpoint))),
  ),
];

/** Hears when an administrator changes a queue. */
export const useWatchQueues = (): void => useWatch({ topic: 'queues' });

/** Hears of everybody's jobs; refused to all but administrators, whose list holds them. One's own come anyway. */
export const useWatchJobs = (): void => useWatch({ topic: 'jobs' });

/** The ids of jobs that have just changed, each for as long as its tint lasts. */
export function useChangedJobs(): ReadonlySet<string> {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [tints] = useState(() => new JobTints(setShown));
  useEffect(() => () => tints.stop(), [tints]);
  useLiveEvent('jobUpdated', ({ jobId }) => tints.add(jobId));
  return shown;
}
