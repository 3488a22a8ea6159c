import { endpoints, type JobRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { refetchOnReconnect } from '../../../shared/live/cache/refetch-on-reconnect.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { JobStatusTag } from '../components/job-status.js';
import { WorkTime } from '../components/work-time.js';
import styles from './host-jobs.module.css';

/** Others' jobs come and go without an event for those who may not see them. */
const othersMs = 10_000;

function JobLines({ title, jobs }: { title: string; jobs: readonly JobRow[] }): ReactNode {
  const { t } = useTranslation('jobs');
  return (
    <section className={styles['onHost']} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {jobs.map((job) => (
          <li key={job.jobId}>
            <Link
              to={paths.job(job.jobId)}
              className={styles['job']}
              title={job.scriptName}
              aria-label={`${job.scriptName} #${job.jobId}`}
            >
              {job.scriptName}
            </Link>
            {job.arrayIndex !== null && (
              <span className="soft small">{t('indexOf', { index: job.arrayIndex })}</span>
            )}
            <JobStatusTag job={job} />
            <span className={styles['owner']}>{job.loginName}</span>
            <span className="soft small">
              {job.endTime === null ? <WorkTime job={job} /> : <RelativeTime time={job.endTime} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a host runs, and what ended there last, as far as one may see it: for the page of the host, which brings little else of jobs. */
export function HostJobs({ nodeId }: { nodeId: string }): ReactNode {
  const { t } = useTranslation('jobs');
  // Refused to all but administrators; one's own come anyway.
  useWatch({ topic: 'jobs' });
  const query = useQuery({
    ...queryOptionsOf(endpoints.jobs.onHost, { nodeId }),
    meta: refetchOnReconnect,
    refetchInterval: othersMs,
  });
  return (
    <PageState query={query} isInCard>
      {({ running, runningCount, ended }) => {
        const unnamed = runningCount - running.length;
        return (
          <>
            {running.length > 0 && <JobLines title={t('onHostRunning')} jobs={running} />}
            {unnamed > 0 && <p className="soft small">{t('onHostUnnamed', { count: unnamed })}</p>}
            {runningCount === 0 && <p className="soft small">{t('onHostNone')}</p>}
            {ended.length > 0 && <JobLines title={t('onHostEnded')} jobs={ended} />}
          </>
        );
      }}
    </PageState>
  );
}
