import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { JobStatusTag } from '../../../features/jobs/components/job-status.js';
import { WorkTime } from '../../../features/jobs/components/work-time.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { WorkbenchCard, CardLines } from './workbench-card.js';
import styles from '../workbench-page.module.css';

const shownJobs = 6;

/** The user's own jobs that wait or run, with how long they have been at it. */
export function OpenJobs(): ReactNode {
  const { t } = useTranslation('workbench');
  const query = useQuery({
    ...queryOptionsOf(endpoints.jobs.search, {
      statuses: ['RUNNING', 'PENDING'],
      owner: 'own',
      pageNum: 0,
      size: shownJobs,
    }),
    select: ({ data }) => data,
  });
  return (
    <WorkbenchCard title={t('openJobs')} to={{ path: paths.jobs, label: t('allJobs') }}>
      <CardLines
        query={query}
        empty={
          <>
            <p>{t('noOpenJobs')}</p>
            <LinkButton to={paths.newJob}>{t('newJob')}</LinkButton>
          </>
        }
      >
        {(job) => (
          <li key={job.jobId}>
            <Link className={styles['name']} to={paths.job(job.jobId)} title={job.scriptName}>
              {job.scriptName}
            </Link>
            <JobStatusTag job={job} />
            <span className={styles['when']}>
              <WorkTime job={job} />
            </span>
          </li>
        )}
      </CardLines>
    </WorkbenchCard>
  );
}
