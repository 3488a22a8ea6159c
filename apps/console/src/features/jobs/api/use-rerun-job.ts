import { endpoints, type JobRow } from '@clusterdesk/contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../shared/api/api-error.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { queriesOfJobs } from './job-queries.js';

interface RerunJob {
  /** Submits the job again, as it was, and opens the new one. */
  rerun: (job: Pick<JobRow, 'jobId'>) => Promise<void>;
  isBusy: boolean;
}

/** Runs one of the user's jobs again. */
export function useRerunJob(): RerunJob {
  const { t } = useTranslation('jobs');
  const { message } = useMessages();
  const navigate = useNavigate();
  const { submit, isBusy } = useAction(endpoints.jobs.rerun, {
    invalidates: queriesOfJobs,
    done: t('submitted'),
  });
  const rerun = useCallback(
    async ({ jobId }: Pick<JobRow, 'jobId'>): Promise<void> => {
      try {
        const job = await submit({ jobId });
        await navigate(paths.job(job.jobId));
      } catch (error) {
        void message.error(messageOf(error));
      }
    },
    [submit, navigate, message],
  );
  return { rerun, isBusy };
}
