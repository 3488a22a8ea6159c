import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { ErrorState } from '../../../shared/ui/feedback/error-state.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { paths } from '../../../shared/paths.js';
import { jobDetail } from '../api/job-queries.js';
import styles from '../components/jobs.module.css';
import { JobForm } from '../components/job-form.js';

/** Run a job (spec part 2 §2); `?from=` starts with another job's values. */
export function EditJobPage(): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const [search] = useSearchParams();
  const from = search.get('from');
  const template = useQuery({ ...jobDetail(from ?? ''), enabled: from !== null });
  return (
    <>
      <PageHeader>
        <Link to={paths.jobs} className={styles['back']}>
          <ArrowLeftOutlined aria-hidden /> {t('title')}
        </Link>
      </PageHeader>
      {from === null || template.data ? (
        <JobForm key={from} template={template.data} />
      ) : template.error ? (
        <div className="card">
          <ErrorState error={template.error} onRetry={() => void template.refetch()} />
        </div>
      ) : (
        <div className={`card ${styles['form']}`} role="status" aria-label={t('common:loading')}>
          <Skeleton active paragraph={{ rows: 12 }} />
        </div>
      )}
    </>
  );
}
