import type { JobRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { locale } from '../../../shared/i18n/i18n.js';
import { paths } from '../../../shared/paths.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { jobElements } from '../api/job-queries.js';
import jobStyles from '../components/jobs.module.css';
import { JobStatusTag } from '../components/job-status.js';
import { WorkTime } from '../components/work-time.js';
import styles from './list.module.css';

/** So many elements are shown in the list; the array's page has all of them. */
const shownElements = 10;

/** The first elements of an array in its row of the list, as they are now. */
export function UnfoldedArray({ jobId }: Pick<JobRow, 'jobId'>): ReactNode {
  const { t } = useTranslation('jobs');
  const query = useQuery(jobElements({ jobId, pageNum: 0, size: shownElements }));
  const { data } = query;
  return (
    <div className={styles['elements']} role="group" aria-label={t('elements')} data-unfolded>
      <FailureNote query={query} what={t('elementsNotLoaded')} />
      {query.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data && (
        <ul>
          {data.data.map((element) => (
            <li key={element.jobId}>
              <Link to={paths.job(element.jobId)} className={jobStyles['jobName']}>
                {t('indexOf', { index: element.arrayIndex })}
              </Link>
              <JobStatusTag job={element} />
              <span className="soft small">
                <WorkTime job={element} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.data.length && (
        <Link to={paths.job(jobId)} className={jobStyles['jobName']}>
          {t('allElements', { total: data.total.toLocaleString(locale()) })}
        </Link>
      )}
    </div>
  );
}
