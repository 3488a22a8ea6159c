import type { JobRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { formatElapsed } from '../../../shared/lib/time/format-time.js';
import { useNow } from '../../../shared/lib/time/ticks.js';

/** How long a job has been at work; counts on, by the server's clock, while it runs. */
export function WorkTime({
  job,
}: {
  job: Pick<JobRow, 'status' | 'workTime' | 'startedAt'>;
}): ReactNode {
  const startedAt = job.status === 'RUNNING' ? job.startedAt : null;
  const now = useNow(startedAt === null ? null : 'second');
  return startedAt === null ? job.workTime : formatElapsed(now - startedAt);
}
