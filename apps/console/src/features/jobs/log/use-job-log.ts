import { endpoints, type JobDetail } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { useLiveEvent } from '../../../shared/live/connection/live-provider.js';
import { isOpen } from '../components/job-status.js';
import type { LogMoves, LogState } from '../../../shared/log-view/log-stream.js';
import { useLiveOutput } from '../../../shared/log-view/use-live-output.js';

type JobLog = LogState & { moves: LogMoves; retry: () => void };

/** A job's output, live, its end first; `job` as first known. When the job ends it is read to the end at once. */
export function useJobLog({ jobId, status }: Pick<JobDetail, 'jobId' | 'status'>): JobLog {
  const { log, state } = useLiveOutput({
    read: (place, signal) => call(endpoints.jobs.log, { jobId, ...place, withTimes: true }, signal),
    fromEnd: true,
    topic: { topic: 'job', jobId },
    hasEnded: !isOpen({ status }),
  });
  useLiveEvent('jobOutput', (update) => {
    if (update.jobId === jobId) {
      log.accept(update);
    }
  });
  return state;
}
