import { CodeOutlined, PartitionOutlined, PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { changedBounds } from '../../../shared/file-browser/search/search-filter.js';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { lazyComponent } from '../../../shared/ui/lazy-component.js';
import { ListPage } from '../../../shared/ui/table/list-page.js';
import { useSelectedRows } from '../../../shared/ui/table/data-table/row-selection.js';
import { SearchBox } from '../../../shared/ui/table/search-box.js';
import { paths } from '../../../shared/paths.js';
import { useIsAdministrator } from '../../../shared/users/use-is-administrator.js';
import { jobCounts, jobSearch } from '../api/job-queries.js';
import { useHoldJob } from '../api/use-hold-job.js';
import { useOwnName } from '../api/use-own-name.js';
import { useRerunJob } from '../api/use-rerun-job.js';
import { useStopJob } from '../api/use-stop-job.js';
import { jobColumns } from '../components/job-columns.js';
import { JobSelection } from '../components/job-selection.js';
import { QueueFilter } from '../components/queue-filter.js';
import { StatusChips } from '../components/status-chips.js';
import { useChangedJobs, useWatchJobs } from '../job-live.js';
import { useJobListView } from '../list-view.js';
import { JobDetailPage } from './job-detail-page.js';

const DaySpan = lazyComponent(
  async () => (await import('../../../shared/file-browser/search/day-span.js')).DaySpan,
);

function JobList(): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const navigate = useNavigate();
  const seesAll = useIsAdministrator();
  const view = useJobListView(seesAll);
  const { owner, status, username, jobName, queueName, submitted, sorting, pageNum, size } = view;
  const { changedFrom: from, changedTo } = useMemo(
    () => changedBounds(submitted, serverClock.now()),
    [submitted],
  );
  const which = {
    owner,
    ...(username && { username }),
    ...(jobName && { jobName }),
    ...(queueName && { queueName }),
    ...(from !== undefined && { from }),
    // A day ends a moment before the next begins.
    ...(changedTo !== undefined && { to: changedTo - 1 }),
  };
  const jobs = useQuery({
    ...jobSearch({
      ...which,
      ...(status && { statuses: [status] }),
      ...(sorting && { sort: sorting.id, order: sorting.desc ? 'desc' : 'asc' }),
      pageNum,
      size,
    }),
    placeholderData: keepPreviousData,
  });
  const counts = useQuery({ ...jobCounts(which), placeholderData: keepPreviousData });
  const changed = useChangedJobs();
  useWatchJobs();
  const { stop, stopping } = useStopJob();
  const { hold, release } = useHoldJob();
  const { rerun } = useRerunJob();
  const ownName = useOwnName();
  const hasOwners = owner === 'all';
  const columns = useMemo(
    () =>
      jobColumns(t, {
        hasOwners,
        actions: {
          ownName,
          stop: (job) => void stop(job),
          stopping,
          rerun: (job) => void rerun(job),
          hold: (job) => void hold(job),
          release: (job) => void release(job),
        },
      }),
    [t, hasOwners, ownName, stop, stopping, rerun, hold, release],
  );
  const rows = useMemo(
    () => (jobs.data?.data ?? []).map((job) => ({ ...job, id: job.jobId })),
    [jobs.data],
  );
  const { selected, select } = useSelectedRows(rows);
  const selectedJobs = [...selected.values()].map(
    (job) => rows.find(({ id }) => id === job.id) ?? job,
  );
  const isNarrowed = [status, username, jobName, queueName, submitted].some((word) => word !== '');
  const add = (
    <LinkButton type="primary" icon={<PlusOutlined />} to={paths.newJob}>
      {t('addJob')}
    </LinkButton>
  );

  return (
    <ListPage
      name="jobs"
      label={t('title')}
      actions={
        <>
          {selected.size === 0 && add}
          {selected.size === 0 && (
            <LinkButton icon={<PartitionOutlined />} to={paths.graphs}>
              {t('graphs')}
            </LinkButton>
          )}
          <JobSelection jobs={selectedJobs} ownName={ownName} onSelect={select} />
          {selected.size === 0 && seesAll && (
            <Segmented<'own' | 'all'>
              aria-label={t('whoseJobs')}
              value={owner}
              options={[
                { value: 'own', label: t('ownJobs') },
                { value: 'all', label: t('allJobs') },
              ]}
              onChange={(next) => view.change({ owner: next === 'all' ? 'all' : '', username: '' })}
            />
          )}
        </>
      }
      extra={
        <>
          <DaySpan
            label={t('createTime')}
            value={submitted}
            onChange={(span) => view.change({ submitted: span })}
          />
          <QueueFilter value={queueName} onChoose={(queue) => view.change({ queue })} />
          {hasOwners && (
            <SearchBox
              value={username}
              label={t('loginName')}
              onSearch={(text) => view.change({ username: text })}
            />
          )}
        </>
      }
      search={{
        value: jobName,
        label: t('jobName'),
        onSearch: (text) => view.change({ jobName: text }),
      }}
      note={
        <StatusChips
          counts={counts.data}
          chosen={status}
          onChoose={(next) => view.change({ status: next })}
        />
      }
      columns={columns}
      query={jobs}
      pageOf={({ data, total }) => ({ rows: data, total })}
      page={view}
      rowId={(job) => job.jobId}
      rowName={(job) => job.scriptName}
      sorting={sorting}
      onSortingChange={view.sortBy}
      onOpen={(job) => void navigate(paths.job(job.jobId))}
      opensOnClick
      selection={new Set(selected.keys())}
      onSelectionChange={select}
      rowClassName={(job) => (changed.has(job.jobId) ? 'just-changed' : undefined)}
      noMatch={t('noMatch')}
      onClear={isNarrowed ? view.clear : null}
      empty={{
        icon: <CodeOutlined />,
        title: t('emptyTitle'),
        hint: t('emptyHint'),
        action: add,
      }}
    />
  );
}

/** The job list, and under `?jobId=` one job (spec part 2 §2, Job list). */
export function JobListPage(): ReactNode {
  const [search] = useSearchParams();
  const jobId = search.get('jobId');
  return jobId ? <JobDetailPage key={jobId} jobId={jobId} /> : <JobList />;
}
