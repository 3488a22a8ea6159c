import { endpoints, type JobDetail } from '@clusterdesk/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../../shared/api/call.js';
import {
  useLiveEvent,
  useLostSince,
  useWatch,
} from '../../../shared/live/connection/live-provider.js';
import { isOpen } from '../components/job-status.js';
import { LogStream, type LogState } from '../../../shared/log-view/log-stream.js';

/** Events are hints: while output may still come the server is asked now and then as well. */
const askMs = 5_000;

/** Of a longer output only the end is shown; all of it can be downloaded. */
const maxShownBytes = 16 * 1024 * 1024;

/** A job's output, live; `job` as first known. When the job ends it is read to the end at once. */
export function useJobLog(
  job: Pick<JobDetail, 'jobId' | 'outputBytes' | 'status'>,
): LogState & { startOffset: number; retry: () => void } {
  const { jobId } = job;
  const hasEnded = !isOpen(job);
  const [startOffset] = useState(Math.max(0, job.outputBytes - maxShownBytes));
  const [log] = useState(
    () =>
      new LogStream(
        (offset, signal) => call(endpoints.jobs.log, { jobId, offset }, signal),
        startOffset,
      ),
  );
  const state = useSyncExternalStore(log.subscribe, log.getState);
  const isConnected = useLostSince() === null;

  useEffect(() => {
    log.start();
    return () => log.stop();
  }, [log]);
  useWatch({ topic: 'job', jobId });
  useLiveEvent('jobOutput', (update) => {
    if (update.jobId === jobId) {
      log.accept(update);
    }
  });
  useEffect(() => {
    if (isConnected || hasEnded) {
      void log.catchUp();
    }
  }, [log, isConnected, hasEnded]);
  useEffect(() => {
    if (state.isComplete) {
      return undefined;
    }
    const timer = setInterval(() => void log.catchUp(), askMs);
    return () => clearInterval(timer);
  }, [log, state.isComplete]);

  return { ...state, startOffset, retry: () => void log.catchUp() };
}
