import type { JobDetail, JobRow, JobStatus } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { jobElements } from '../api/job-queries.js';
import jobStyles from '../components/jobs.module.css';
import { JobStatusTag } from '../components/job-status.js';
import { StatusChips } from '../components/status-chips.js';
import { WorkTime } from '../components/work-time.js';
import { useChangedJobs } from '../job-live.js';
import styles from './chains.module.css';

const elementColumns = (t: TFunction<'jobs'>): Column<JobRow>[] => [
  {
    id: 'arrayIndex',
    title: t('elementIndex'),
    isAlways: true,
    inCard: 'title',
    cell: ({ jobId, arrayIndex }) => (
      <Link to={paths.job(jobId)} className={jobStyles['jobName']}>
        {arrayIndex}
      </Link>
    ),
  },
  {
    id: 'status',
    title: t('status'),
    isWhole: true,
    inCard: 'tag',
    cell: (job) => <JobStatusTag job={job} />,
  },
  {
    id: 'workTime',
    title: t('workTime'),
    inCard: 'note',
    align: 'end',
    width: '112px',
    cell: (job) => <WorkTime job={job} />,
  },
  {
    id: 'nodeName',
    title: t('node'),
    inCard: 'note',
    cell: ({ nodeName }) => nodeName ?? '–',
  },
  {
    id: 'exitCode',
    title: t('exitCode'),
    inCard: 'none',
    align: 'end',
    cell: ({ exitCode }) => exitCode ?? '–',
  },
];

/** The elements of a job array by index, as they are now; one opens with its output. */
export function ArrayElements({ array }: { array: JobDetail }): ReactNode {
  const { t } = useTranslation('jobs');
  const navigate = useNavigate();
  const { toFirst, ...page } = usePageState(20);
  const [status, setStatus] = useState<JobStatus | ''>('');
  const { pageNum, size } = page;
  const query = useQuery({
    ...jobElements({
      jobId: array.jobId,
      ...(status && { statuses: [status] }),
      pageNum,
      size,
    }),
    placeholderData: keepPreviousData,
  });
  const changed = useChangedJobs();
  const columns = useMemo(() => elementColumns(t), [t]);
  const choose = (next: JobStatus | ''): void => {
    setStatus(next);
    toFirst();
  };
  return (
    <section className={styles['elements']} aria-label={t('elements')}>
      <StatusChips counts={array.array?.counts} chosen={status} onChoose={choose} />
      <PagedList
        label={t('elements')}
        columns={columns}
        query={query}
        pageOf={({ data, total }) => ({ rows: data, total })}
        page={page}
        rowId={({ jobId }) => jobId}
        onOpen={({ jobId }) => void navigate(paths.job(jobId))}
        opensOnClick
        rowClassName={({ jobId }) => (changed.has(jobId) ? 'just-changed' : undefined)}
        empty={<EmptyState title={t('noElements')} />}
        noMatch={status ? { title: t('noElements'), onClear: () => choose('') } : null}
      />
    </section>
  );
}
