import { endpoints, type JobRow } from '@clusterdesk/contracts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { queriesOfJobs } from './job-queries.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';

type Stoppable = Pick<JobRow, 'jobId' | 'scriptName'>;

interface StopJob {
  stop: (job: Stoppable) => Promise<void>;
  /** The jobs whose stop is on its way. */
  stopping: ReadonlySet<string>;
}

/** Asks, then stops a job; a failure is an info toast (spec part 2 §8). The new state comes as a live event. */
export function useStopJob(): StopJob {
  const { t } = useTranslation('jobs');
  const { message } = useMessages();
  const confirm = useConfirm();
  const { submit } = useAction(endpoints.jobs.stop, {
    invalidates: queriesOfJobs,
    done: t('stopSent'),
  });
  const [stopping, setStopping] = useState<ReadonlySet<string>>(new Set());

  const stop = useCallback(
    async ({ jobId, scriptName }: Stoppable) => {
      const isSure = await confirm({
        title: t('stopTitle', { name: scriptName }),
        hint: t('stopHint'),
        okText: t('stop'),
        isDangerous: true,
      });
      if (!isSure) {
        return;
      }
      setStopping((before) => new Set([...before, jobId]));
      try {
        await submit({ jobId });
      } catch (error) {
        void message.info(messageOf(error));
      } finally {
        setStopping((before) => new Set([...before].filter((id) => id !== jobId)));
      }
    },
    [confirm, message, submit, t],
  );
  return { stop, stopping };
}
