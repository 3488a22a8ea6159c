import type { JobRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Column } from '../../../shared/ui/table/data-table-types.js';
import { paths } from '../../../shared/paths.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { secondsOf } from '../../../shared/lib/time/format-time.js';
import { isOpen, JobStatusTag } from './job-status.js';
import styles from './jobs.module.css';
import { WorkTime } from './work-time.js';

export interface JobActions {
  stop: (job: JobRow) => void;
  stoppingId: string | null;
}

type Translate = TFunction<'jobs'>;

const JobName = ({ job }: { job: JobRow }): ReactNode => (
  <Link to={paths.job(job.jobId)} className={styles['jobName']} title={job.scriptName}>
    {job.scriptName}
  </Link>
);

function StopButton({ job, t, actions }: { job: JobRow; t: Translate; actions: JobActions }) {
  return isOpen(job) ? (
    <Button
      size="small"
      danger
      loading={actions.stoppingId === job.jobId}
      aria-label={t('stopNamed', { name: job.scriptName })}
      onClick={() => actions.stop(job)}
    >
      {t('stop')}
    </Button>
  ) : null;
}

/** The columns of the job list (spec part 2 §2), with node and time of submission added. */
export function jobColumns(t: Translate, actions: JobActions): Column<JobRow>[] {
  return [
    {
      id: 'jobId',
      title: t('jobId'),
      width: '96px',
      cell: (job) => job.jobId,
      sortBy: (job) => job.jobId,
    },
    {
      id: 'scriptName',
      title: t('jobName'),
      cell: (job) => <JobName job={job} />,
      sortBy: (job) => job.scriptName,
    },
    {
      id: 'queueName',
      title: t('queue'),
      cell: (job) => job.queueName,
      sortBy: (job) => job.queueName,
    },
    {
      id: 'loginNane',
      title: t('loginName'),
      cell: (job) => job.loginNane,
      sortBy: (job) => job.loginNane,
    },
    {
      id: 'nodeName',
      title: t('node'),
      priority: 3,
      cell: (job) => job.nodeName ?? '–',
      sortBy: (job) => job.nodeName ?? '',
    },
    {
      id: 'createTime',
      title: t('createTime'),
      priority: 2,
      width: '184px',
      cell: (job) => <RelativeTime time={job.createTime} />,
      sortBy: (job) => job.createTime,
    },
    {
      id: 'workTime',
      title: t('workTime'),
      align: 'end',
      width: '112px',
      cell: (job) => <WorkTime job={job} />,
      sortBy: (job) => secondsOf(job.workTime),
    },
    {
      id: 'status',
      title: t('status'),
      width: '112px',
      cell: (job) => <JobStatusTag job={job} />,
      sortBy: (job) => t(`status_${job.status}`),
    },
    {
      id: 'actions',
      title: <span className="visually-hidden">{t('actions')}</span>,
      align: 'end',
      width: '88px',
      cell: (job) => <StopButton job={job} t={t} actions={actions} />,
    },
  ];
}

/** A job where the table is too narrow for columns. */
export const jobCard = (t: Translate, actions: JobActions) =>
  function JobCard(job: JobRow): ReactNode {
    return (
      <div className={styles['jobCard']}>
        <JobName job={job} />
        <JobStatusTag job={job} />
        <span className="soft small">
          #{job.jobId} · {job.queueName} · {job.loginNane} · <WorkTime job={job} />
        </span>
        <StopButton job={job} t={t} actions={actions} />
      </div>
    );
  };
