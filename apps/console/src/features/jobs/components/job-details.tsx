import { jobOwnerOf, type JobDetail } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { useStopJob } from '../api/use-stop-job.js';
import { isOpen, JobStatusTag } from './job-status.js';
import { PageHeading } from '../../../shared/ui/layout/page-heading.js';
import styles from './jobs.module.css';
import { WorkTime } from './work-time.js';
import { TimeText } from '../../../shared/lib/time/time-text.js';

/** What is known of a job, and what can be done with it. */
export function JobDetails({ job }: { job: JobDetail }): ReactNode {
  const { t } = useTranslation('jobs');
  const navigate = useNavigate();
  const { stop, stopping } = useStopJob();
  const details: [name: string, value: ReactNode][] = [
    [t('createTime'), <TimeText time={job.createTime} />],
    [t('startTime'), <TimeText time={job.startTime ?? '–'} />],
    [t('endTime'), <TimeText time={job.endTime ?? '–'} />],
    [t('workTime'), <WorkTime key="time" job={job} />],
    [t('loginName'), jobOwnerOf(job)],
    [t('workDir'), job.workDir],
    ...(job.maxMinutes === null
      ? []
      : [[t('maxMinutes'), t('minutes', { count: job.maxMinutes })] as [string, ReactNode]]),
    ...(job.exitCode === null ? [] : [[t('exitCode'), job.exitCode] as [string, ReactNode]]),
  ];
  return (
    <section className={`card ${styles['details']}`} aria-label={t('details')}>
      <header className={styles['detailsHead']}>
        <PageHeading className={styles['detailsTitle']} title={job.scriptName}>
          {job.scriptName}
        </PageHeading>
        <JobStatusTag job={job} />
      </header>
      <p className={styles['detailsLine']}>
        <span>
          {t('queue')} {job.queueName}
        </span>
        {job.nodeName && (
          <span>
            {t('node')} {job.nodeName}
          </span>
        )}
        <span>{t('cores', { count: job.cpus })}</span>
        <span>#{job.jobId}</span>
      </p>
      {job.reason && (
        <p className={styles['reason']} role="status">
          {job.reason}
        </p>
      )}
      <dl className={styles['list']}>
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['detailsActions']}>
        {isOpen(job) && (
          <Button danger loading={stopping.has(job.jobId)} onClick={() => void stop(job)}>
            {t('stop')}
          </Button>
        )}
        <Button onClick={() => void navigate(paths.jobLike(job.jobId))}>{t('runAgain')}</Button>
      </div>
      <details className={styles['script']}>
        <summary>{t('script')}</summary>
        <pre tabIndex={0}>{job.scriptContent}</pre>
      </details>
    </section>
  );
}
