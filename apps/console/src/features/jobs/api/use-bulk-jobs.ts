import { endpoints, type JobRow } from '@clusterdesk/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import type { Refused } from '../../../shared/ui/dialog/refusals-dialog.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { queriesOfJobs } from './job-queries.js';

/** What can be done to several jobs. */
export type BulkVerb = 'stop' | 'rerun';

const sends: Record<BulkVerb, (jobId: string) => Promise<unknown>> = {
  stop: (jobId) => call(endpoints.jobs.stop, { jobId }),
  rerun: (jobId) => call(endpoints.jobs.rerun, { jobId }),
};

export interface BulkJobs {
  run: (verb: BulkVerb, jobs: readonly JobRow[]) => Promise<void>;
  isBusy: boolean;
  /** What was refused of the last one; null when nothing was. */
  refused: Refused[] | null;
  forgetRefused: () => void;
}

/**
 * Stops several jobs, or runs them again, one after the other: each is decided by itself, and what is refused is told with the reason.
 * @param onDone hears the ids of the jobs for which it worked
 */
export function useBulkJobs(onDone: (jobIds: ReadonlySet<string>) => void): BulkJobs {
  const { t } = useTranslation('jobs');
  const { message } = useMessages();
  const [refused, setRefused] = useState<Refused[] | null>(null);
  const { act, isBusy } = useAction(
    async ({ verb, jobs }: { verb: BulkVerb; jobs: readonly JobRow[] }) => {
      const done = new Set<string>();
      const refusals: Refused[] = [];
      for (const { jobId, scriptName } of jobs) {
        try {
          await sends[verb](jobId);
          done.add(jobId);
        } catch (error) {
          refusals.push({ name: `${scriptName} #${jobId}`, message: messageOf(error) });
        }
      }
      onDone(done);
      if (done.size > 0) {
        const words = { stop: 'bulkStopSent', rerun: 'bulkSubmitted' } as const;
        void message.success(t(words[verb], { count: done.size }));
      }
      setRefused(refusals.length === 0 ? null : refusals);
      return { result: null, message: '' };
    },
    { invalidates: queriesOfJobs },
  );
  return {
    isBusy,
    refused,
    forgetRefused: () => setRefused(null),
    run: async (verb, jobs) => void (await act({ verb, jobs })),
  };
}
