import type { JobRow, JobStatus } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';

const looks: Record<JobStatus, TagState> = {
  PENDING: 'waiting',
  RUNNING: 'running',
  COMPLETED: 'ok',
  FAILED: 'bad',
  CANCELLED: 'quiet',
  TIMEOUT: 'bad',
  NODE_FAIL: 'bad',
};

/** What the colour of a status stands for. */
export const tagStateOf = (status: JobStatus): TagState => looks[status];

/** Whether the job can still be stopped. */
export const isOpen = (job: Pick<JobRow, 'status'>): boolean =>
  job.status === 'PENDING' || job.status === 'RUNNING';

/** A job's state as a word, or that it is held; Slurm's own on hover, a failure with its exit code. */
export function JobStatusTag({
  job,
}: {
  job: Pick<JobRow, 'status' | 'exitCode' | 'isHeld'>;
}): ReactNode {
  const { t } = useTranslation('jobs');
  const label = job.isHeld ? t('isHeld') : t(`status_${job.status}`);
  return (
    <span title={job.status} data-status={job.status}>
      <StatusTag state={looks[job.status]}>
        {job.status === 'FAILED' && job.exitCode !== null
          ? t('statusWithCode', { status: label, code: job.exitCode })
          : label}
      </StatusTag>
    </span>
  );
}
