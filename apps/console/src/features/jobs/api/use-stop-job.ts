import { endpoints, type JobRow } from '@clusterdesk/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { callWithMessage } from '../../../shared/api/call.js';
import { queryKeyOf } from '../../../shared/api/query.js';
import { useConfirm } from '../../../shared/ui/feedback/use-confirm.js';

type Stoppable = Pick<JobRow, 'jobId' | 'scriptName'>;

interface StopJob {
  stop: (job: Stoppable) => Promise<void>;
  /** The job whose stop is on its way, if any. */
  stoppingId: string | null;
}

/** Asks, then stops a job; a failure is an info toast (spec part 2 §9). The new state comes as a live event. */
export function useStopJob(): StopJob {
  const { t } = useTranslation('jobs');
  const { message } = App.useApp();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const [stoppingId, setStoppingId] = useState<string | null>(null);

  const stop = useCallback(
    async ({ jobId, scriptName }: Stoppable) => {
      const isSure = await confirm({
        title: t('stopTitle', { name: scriptName }),
        hint: t('stopHint'),
        isDangerous: true,
      });
      if (!isSure) {
        return;
      }
      setStoppingId(jobId);
      try {
        const answer = await callWithMessage(endpoints.jobs.stop, { jobId });
        void message.success(answer.message || t('stopSent'));
      } catch (error) {
        void message.info(messageOf(error));
      } finally {
        setStoppingId(null);
        void queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoints.jobs.list) });
        void queryClient.invalidateQueries({
          queryKey: queryKeyOf(endpoints.jobs.detail, { jobId }),
        });
      }
    },
    [confirm, message, queryClient, t],
  );
  return { stop, stoppingId };
}
