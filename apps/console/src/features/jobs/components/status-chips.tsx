import { jobStatuses, type JobStatus } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../../../shared/i18n/i18n.js';
import styles from './jobs.module.css';

/** States that are offered though no job has them: what one looks for. */
const always: readonly JobStatus[] = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'];

interface StatusChipsProps {
  counts: Partial<Record<JobStatus, number>> | undefined;
  /** The state the list is narrowed to; empty: none. */
  chosen: JobStatus | '';
  onChoose: (status: JobStatus | '') => void;
}

/** How many jobs there are in each state; a chip narrows the list to its state, and once more to all. */
export function StatusChips({ counts, chosen, onChoose }: StatusChipsProps): ReactNode {
  const { t } = useTranslation('jobs');
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shown = jobStatuses.filter(
    (status) => always.includes(status) || status === chosen || (counts?.[status] ?? 0) > 0,
  );
  const chip = (status: JobStatus | '', label: string, count: number | undefined): ReactNode => (
    <button
      key={status}
      type="button"
      className={styles['chip']}
      aria-pressed={chosen === status}
      onClick={() => onChoose(chosen === status ? '' : status)}
    >
      {label} <b>{count === undefined ? '–' : count.toLocaleString(locale())}</b>
    </button>
  );
  return (
    <div className={styles['chips']} role="group" aria-label={t('status')}>
      {chip('', t('allStatuses'), total)}
      {shown.map((status) => chip(status, t(`status_${status}`), counts && (counts[status] ?? 0)))}
    </div>
  );
}
