import { CodeOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { DataTable } from '../../../shared/ui/table/data-table.js';
import type { Sorting } from '../../../shared/ui/table/data-table-types.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { paths } from '../../../shared/paths.js';
import { jobList } from '../api/job-queries.js';
import { useStopJob } from '../api/use-stop-job.js';
import { jobCard, jobColumns } from '../components/job-columns.js';
import { JobSearch } from '../components/job-search.js';
import { useChangedJobs, useWatchJobs } from '../job-live.js';
import { JobDetailPage } from './job-detail-page.js';

function JobList(): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const username = search.get('username') ?? '';
  const jobName = search.get('jobName') ?? '';
  const isNarrowed = username !== '' || jobName !== '';
  const jobs = useQuery(jobList({ username, jobName }));
  const changed = useChangedJobs();
  useWatchJobs();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const { stop, stoppingId } = useStopJob();
  const [columns, card] = useMemo(() => {
    const actions = { stop: (job: Parameters<typeof stop>[0]) => void stop(job), stoppingId };
    return [jobColumns(t, actions), jobCard(t, actions)];
  }, [t, stop, stoppingId]);
  const add = (): void => void navigate(paths.newJob);

  return (
    <>
      <PageHeader
        extra={
          <JobSearch
            key={`${username} ${jobName}`}
            username={username}
            jobName={jobName}
            onSearch={(wanted) =>
              setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)))
            }
          />
        }
      >
        <Button type="primary" icon={<PlusOutlined />} onClick={add}>
          {t('addJob')}
        </Button>
      </PageHeader>
      <DataTable
        label={t('title')}
        columns={columns}
        card={card}
        rows={jobs.data}
        rowId={(job) => job.jobId}
        rowName={(job) => job.scriptName}
        sorting={sorting}
        onSortingChange={setSorting}
        onOpen={(job) => void navigate(paths.job(job.jobId))}
        rowClassName={(job) => (changed.has(job.jobId) ? 'just-changed' : undefined)}
        error={jobs.error}
        onRetry={() => void jobs.refetch()}
        empty={
          isNarrowed ? (
            <EmptyState
              title={t('noMatch')}
              hint={t('noMatchHint')}
              action={<Button onClick={() => setSearch({})}>{t('clearSearch')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<CodeOutlined />}
              title={t('emptyTitle')}
              hint={t('emptyHint')}
              action={<Button onClick={add}>{t('addJob')}</Button>}
            />
          )
        }
      />
    </>
  );
}

/** The job list, and under `?jobId=` one job (spec part 2 §2, Job list). */
export function JobListPage(): ReactNode {
  const [search] = useSearchParams();
  const jobId = search.get('jobId');
  return jobId ? <JobDetailPage key={jobId} jobId={jobId} /> : <JobList />;
}
