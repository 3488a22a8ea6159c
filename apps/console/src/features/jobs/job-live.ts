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
import { isOpen } from './components/job-status.js';
import { JobTints } from './job-tints.js';

type JobPage = EndpointResult<typeof endpoints.jobs.search>;
type JobGraph = EndpointResult<typeof endpoints.jobs.graphDetail>;

/** A page of the list with the job's newest state; the same one when the job is not on it. */
export function withJob(page: JobPage, job: JobRow): JobPage {
  return page.data.some((row) => row.jobId === job.jobId)
    ? { ...page, data: page.data.map((row) => (row.jobId === job.jobId ? job : row)) }
    : page;
}

/** Details with the newest state of one of the jobs that theirs waits for; the same ones when it waits for others. */
export function withAwaited(detail: JobDetail, { jobId, status }: JobRow): JobDetail {
  return detail.after.some((awaited) => awaited.jobId === jobId)
    ? {
        ...detail,
        after: detail.after.map((awaited) =>
          awaited.jobId === jobId ? { ...awaited, status } : awaited,
        ),
      }
    : detail;
}

/** A graph with the newest state of one of its jobs; the same one when it is none of them. */
export function withStepJob(graph: JobGraph, job: JobRow): JobGraph {
  return graph.steps.some((step) => step.job?.jobId === job.jobId)
    ? {
        ...graph,
        steps: graph.steps.map((step) => (step.job?.jobId === job.jobId ? { ...step, job } : step)),
      }
    : graph;
}

/**
 * A job's new state is written into every cached page of the list, of the elements of its array, into its graph, and into its details and those of jobs
 * that wait for it at once; then the server is asked again, for new jobs and for what a running answer may have overtaken. Of an
 * element nothing is asked about the list: its array, which is there, has an event of its own.
 */
export const jobLiveRules = [
  onEvent('jobUpdated', (cache, event) => {
    const job = jobRow.parse(event);
    const { search, counts, detail, elements, files, graphDetail, graphList } = endpoints.jobs;
    const { queryKey } = jobDetail(job.jobId);
    const pages = [search, elements].map((endpoint) => queryKeyOf(endpoint));
    for (const page of pages) {
      cache.queries.setQueriesData<JobPage>(
        { queryKey: page },
        (known) => known && withJob(known, job),
      );
    }
    cache.queries.setQueryData<JobDetail>(queryKey, (known) => known && { ...known, ...job });
    cache.queries.setQueriesData<JobDetail>(
      { queryKey: queryKeyOf(detail) },
      (known) => known && withAwaited(known, job),
    );
    cache.queries.setQueriesData<JobGraph>(
      { queryKey: queryKeyOf(graphDetail) },
      (known) => known && withStepJob(known, job),
    );
    if (job.arrayId === null) {
      const changed = [search, counts, graphDetail, graphList];
      changed.forEach((endpoint) => cache.invalidate(queryKeyOf(endpoint)));
    }
    cache.invalidate(queryKeyOf(endpoints.jobs.onHost));
    // What stops an array ends elements without a word of each.
    cache.invalidate(queryKeyOf(elements, { jobId: job.arrayId ?? job.jobId }));
    cache.invalidate(queryKey);
    if (!isOpen(job)) {
      cache.invalidate(queryKeyOf(files, { jobId: job.jobId }));
    }
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
