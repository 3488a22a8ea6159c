import type { QueueLoad, QueueOption } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether a node of a queue gets its jobs now. */
export const takesJobs = (node: QueueOption['calculations'][number]): boolean =>
  node.online && node.acceptsJobs && node.drainedReason === null && node.givesNetwork;

/** What the queue holds now; not how long one will wait, which nobody knows. */
export function QueueLoadText({ load }: { load: QueueLoad }): ReactNode {
  const { t } = useTranslation('jobs');
  const { waitingJobs, totalCpus, freeCpus, mostFreeCpus } = load;
  const free =
    freeCpus === 0
      ? t(totalCpus > 0 ? 'queueFull' : 'queueNoNodeNow')
      : freeCpus === mostFreeCpus
        ? t('queueFree', { count: freeCpus })
        : t('queueFreeSpread', { count: freeCpus, most: mostFreeCpus });
  const waiting = waitingJobs === 0 ? t('queueNoneWaits') : t('queueWaits', { count: waitingJobs });
  return [free, waiting].join(' · ');
}
