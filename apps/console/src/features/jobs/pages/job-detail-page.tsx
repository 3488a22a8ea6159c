import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorState } from '../../../shared/ui/feedback/error-state.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { useTitlePart } from '../../../shared/lib/dom/document-title.js';
import { paths } from '../../../shared/paths.js';
import { jobDetail } from '../api/job-queries.js';
import { JobDetails } from '../components/job-details.js';
import { JobLogView } from '../log/job-log-view.js';
import styles from '../components/jobs.module.css';
import { useWatchJobs } from '../job-live.js';

/** One job: what is known of it, and its output as it comes. */
export function JobDetailPage({ jobId }: { jobId: string }): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const { data: job, error, refetch } = useQuery(jobDetail(jobId));
  useTitlePart('thing', job?.scriptName);
  useWatchJobs();
  return (
    <div className={styles['detail']}>
      <PageHeader>
        <Link to={paths.jobs} className={styles['back']}>
          <ArrowLeftOutlined aria-hidden /> {t('title')}
        </Link>
      </PageHeader>
      {job ? (
        <div className={styles['columns']}>
          <JobDetails job={job} />
          <JobLogView job={job} />
        </div>
      ) : error ? (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className={styles['columns']} role="status" aria-label={t('common:loading')}>
          <div className={`card ${styles['details']}`}>
            <Skeleton active paragraph={{ rows: 8 }} />
          </div>
          <div className={styles['logWaits']} />
        </div>
      )}
    </div>
  );
}
