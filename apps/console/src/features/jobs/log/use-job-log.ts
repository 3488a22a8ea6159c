import { endpoints, type JobDetail } from '@clusterdesk/contracts';
import { useState } from 'react';
import { call } from '../../../shared/api/call.js';
import { useLiveEvent } from '../../../shared/live/connection/live-provider.js';
import { isOpen } from '../components/job-status.js';
import type { LogState } from '../../../shared/log-view/log-stream.js';
import { useLiveOutput } from '../../../shared/log-view/use-live-output.js';

/** Of a longer output only the end is shown; all of it can be downloaded. */
const maxShownBytes = 16 * 1024 * 1024;

/** A job's output, live; `job` as first known. When the job ends it is read to the end at once. */
export function useJobLog(
  job: Pick<JobDetail, 'jobId' | 'outputBytes' | 'status'>,
): LogState & { startOffset: number; retry: () => void } {
  const { jobId } = job;
  const [startOffset] = useState(Math.max(0, job.outputBytes - maxShownBytes));
  const { log, state } = useLiveOutput({
    read: (offset, signal) => call(endpoints.jobs.log, { jobId, offset }, signal),
    startOffset,
    topic: { topic: 'job', jobId },
    hasEnded: !isOpen(job),
  });
  useLiveEvent('jobOutput', (update) => {
    if (update.jobId === jobId) {
      log.accept(update);
    }
  });
  return { ...state, startOffset };
}
