import { FileSearchOutlined } from '@ant-design/icons';
import type { JobDetail } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useTitlePart } from '../../../shared/lib/dom/document-title.js';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { watchedJob } from '../api/job-queries.js';
import { useOwnName } from '../api/use-own-name.js';
import { JobDetails } from '../components/job-details.js';
import { logHash } from '../components/job-row-actions.js';
import styles from '../components/jobs.module.css';
import { useWatchJobs } from '../job-live.js';
import { JobLogView } from '../log/job-log-view.js';

const ArrayElements = lazyComponent(
  async () => (await import('../chains/array-elements.js')).ArrayElements,
);

const JobFiles = lazyComponent(async () => (await import('../files/job-files.js')).JobFiles);

/** Who came for the output is led there, past what is known of the job. */
const bringIntoView = (output: HTMLElement | null): void => output?.focus();

/** One job: what is known of it, and its output as it comes. */
export function JobDetailPage({ jobId }: { jobId: string }): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const query = useQuery(watchedJob(jobId));
  useTitlePart('thing', query.data?.scriptName);
  const ownName = useOwnName();
  const { hash } = useLocation();
  useWatchJobs();
  const isOthers = ({ loginName }: JobDetail): boolean =>
    ownName !== undefined && loginName !== ownName;
  return (
    <div className={styles['detail']}>
      <PageHeader>
        <BackLink to={paths.jobs}>{t('title')}</BackLink>
      </PageHeader>
      <PageState
        query={query}
        gone={
          <EmptyState
            icon={<FileSearchOutlined />}
            title={t('jobGone')}
            hint={t('jobGoneHint')}
            action={<LinkButton to={paths.jobs}>{t('toJobs')}</LinkButton>}
          />
        }
        skeleton={
          <div className={styles['columns']} role="status" aria-label={t('common:loading')}>
            <div className={`card ${styles['head']}`}>
              <Skeleton active paragraph={{ rows: 2 }} />
            </div>
            <div className={`${styles['log']} ${styles['logWaits']}`} />
            <div className={`card ${styles['details']}`}>
              <Skeleton active paragraph={{ rows: 6 }} />
            </div>
          </div>
        }
      >
        {(job) => (
          <div className={styles['columns']}>
            <JobDetails
              job={job}
              isOthers={isOthers(job)}
              output={
                <div
                  ref={hash === logHash ? bringIntoView : null}
                  tabIndex={-1}
                  className={styles['log']}
                >
                  {job.array ? <ArrayElements array={job} /> : <JobLogView job={job} />}
                </div>
              }
            >
              {!job.array && <JobFiles job={job} isOthers={isOthers(job)} />}
            </JobDetails>
          </div>
        )}
      </PageState>
    </div>
  );
}
