import type { JobRow } from '@clusterdesk/contracts';
import { useEffect, useState, type ReactNode } from 'react';
import { toWorkTime } from '../work-time.js';

const secondMs = 1_000;

/** How long a job has been at work; counts on while it runs. */
export function WorkTime({
  job,
}: {
  job: Pick<JobRow, 'status' | 'workTime' | 'startedAt'>;
}): ReactNode {
  const startedAt = job.status === 'RUNNING' ? job.startedAt : null;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (startedAt === null) {
      return undefined;
    }
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [startedAt]);
  return startedAt === null ? job.workTime : toWorkTime(now - startedAt);
}
