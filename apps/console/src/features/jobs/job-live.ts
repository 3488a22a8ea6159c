import { endpoints, type JobDetail, type JobRow } from '@clusterdesk/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryKeyOf } from '../../shared/api/query.js';
import { useLiveEvent, useWatch } from '../../shared/live/live-provider.js';
import { jobDetail } from './api/job-queries.js';

/** Events may come in bursts; the server is asked once for all of them. */
const settleMs = 800;
const tintMs = 1_300;

/** The list with the job's newest state; undefined when the job is not among them. */
export function withJob(rows: readonly JobRow[], job: JobRow): JobRow[] | undefined {
  return rows.some((row) => row.jobId === job.jobId)
    ? rows.map((row) => (row.jobId === job.jobId ? job : row))
    : undefined;
}

/**
 * Keeps job lists live: a job's new state is written into every cached list at once, then the server is asked again, for
 * new jobs and for what a running answer may have overtaken. Gives the ids of jobs that have just changed.
 */
export function useJobListLive(): ReadonlySet<string> {
  const queryClient = useQueryClient();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(asking.current);
      clearTimeout(settling.current);
      asking.current = undefined;
    },
    [],
  );

  // Refused to all but administrators, whose list holds everyone's jobs; one's own come anyway.
  useWatch({ topic: 'jobs' });
  useLiveEvent('jobUpdated', (job) => {
    queryClient.setQueriesData<JobRow[]>(
      { queryKey: queryKeyOf(endpoints.jobs.list) },
      (rows) => rows && (withJob(rows, job) ?? rows),
    );
    setChanged((ids) => new Set(ids).add(job.jobId));
    clearTimeout(settling.current);
    settling.current = setTimeout(() => setChanged(new Set()), tintMs);
    asking.current ??= setTimeout(() => {
      asking.current = undefined;
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoints.jobs.list) });
    }, settleMs);
  });
  return changed;
}

/** Keeps one job's details live. */
export function useJobDetailLive(jobId: string): void {
  const queryClient = useQueryClient();
  const { queryKey } = jobDetail(jobId);
  useWatch({ topic: 'jobs' });
  useLiveEvent('jobUpdated', (job) => {
    if (job.jobId === jobId) {
      queryClient.setQueryData<JobDetail>(queryKey, (detail) => detail && { ...detail, ...job });
      void queryClient.invalidateQueries({ queryKey });
    }
  });
}
