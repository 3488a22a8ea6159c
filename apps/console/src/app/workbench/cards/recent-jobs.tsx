import { endpoints, type JobRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { JobStatusTag } from '../../../features/jobs/components/job-status.js';
import { WorkTime } from '../../../features/jobs/components/work-time.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { WorkbenchCard, CardLines } from './workbench-card.js';
import styles from './cards.module.css';

const shownJobs = 3;

/** Since when a job waits, for how long it has been running, or when it ended. */
function JobMoment({ job }: { job: JobRow }): ReactNode {
  const { t } = useTranslation('workbench');
  if (job.endTime !== null) {
    return (
      <>
        {t('jobEnded')} <RelativeTime time={job.endTime} />
      </>
    );
  }
  return job.status === 'RUNNING' ? (
    <>
      {t('jobRunning')} <WorkTime job={job} />
    </>
  ) : (
    <>
      {t('jobSubmitted')} <RelativeTime time={job.createTime} />
    </>
  );
}

/** The user's own jobs submitted last, whatever became of them, with the way to their output. */
export function RecentJobs(): ReactNode {
  const { t } = useTranslation('workbench');
  const query = useQuery({
    ...queryOptionsOf(endpoints.jobs.search, { owner: 'own', pageNum: 0, size: shownJobs }),
    select: ({ data }) => data,
  });
  return (
    <WorkbenchCard title={t('recentJobs')} to={{ path: paths.jobs, label: t('allJobs') }}>
      <CardLines
        query={query}
        empty={
          <>
            <p>{t('noRecentJobs')}</p>
            <LinkButton to={paths.newJob}>{t('newJob')}</LinkButton>
          </>
        }
      >
        {(job) => (
          <li key={job.jobId} className={styles['job']}>
            <div>
              <Link className={styles['name']} to={paths.job(job.jobId)} title={job.scriptName}>
                {job.scriptName}
              </Link>
              <JobStatusTag job={job} />
            </div>
            <div className="soft small">
              <span>
                <JobMoment job={job} />
              </span>
              {job.startTime !== null && (
                <Link
                  to={paths.job(job.jobId)}
                  aria-label={t('jobLogOf', { name: job.scriptName })}
                >
                  {t('jobLog')}
                </Link>
              )}
            </div>
          </li>
        )}
      </CardLines>
    </WorkbenchCard>
  );
}
