import { endpoints, type QueueOption } from '@clusterdesk/contracts';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../../shared/api/api-error.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { queriesOfJobs, queriesOfQueues } from '../api/job-queries.js';

/** How many jobs of it keep a queue from being deleted; null: it was refused for another reason. */
const liveJobsOf = (error: unknown): number | null =>
  error instanceof ApiError && error.error === 'QUEUE_HAS_JOBS'
    ? Number(error.details['jobs'])
    : null;

/** Deletes a queue after a question; where jobs of it wait or run, the server says how many, and a second question stops them. */
export function useDeleteQueue(): (queue: QueueOption) => Promise<void> {
  const { t } = useTranslation('queues');
  const confirm = useConfirm();
  const { message } = useMessages();
  const { act, submit } = useAction(endpoints.jobs.queueDelete, {
    invalidates: [...queriesOfQueues, ...queriesOfJobs],
    done: t('deleted'),
  });
  return async ({ id, queueName }) => {
    const isSure = await confirm({
      title: t('deleteTitle', { name: queueName }),
      hint: t('deleteHint'),
      okText: t('delete'),
      isDangerous: true,
    });
    if (!isSure) {
      return;
    }
    try {
      await submit({ id });
    } catch (error) {
      const count = liveJobsOf(error);
      if (count === null) {
        void message.error(messageOf(error));
        return;
      }
      const isToStop = await confirm({
        title: t('stopTitle', { name: queueName }),
        hint: t('stopHint', { count }),
        okText: t('stopAndDelete'),
        isDangerous: true,
      });
      if (isToStop) {
        await act({ id, cancelJobs: true });
      }
    }
  };
}
