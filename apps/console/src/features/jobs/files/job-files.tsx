import { limits, type JobDetail, type JobFile, type JobFileState } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isWithin, parentOf } from '../../../shared/file-browser/file-names.js';
import { FileName } from '../../../shared/files/file-name.js';
import { locale } from '../../../shared/i18n/i18n.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { SizeText } from '../../../shared/ui/text/size-text.js';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';
import { jobFiles } from '../api/job-queries.js';
import { isOpen } from '../components/job-status.js';
import styles from './files.module.css';
import { isReached, placePath } from './job-place.js';

const looks: Record<JobFileState, TagState> = { same: 'ok', changed: 'waiting', gone: 'quiet' };

interface JobFilesProps {
  job: JobDetail;
  isOthers: boolean;
}

/** A path as the job knows it: within its work directory without that. */
const shownPath = (path: string, workDir: string): string =>
  workDir !== '/' && path !== workDir && isWithin(path, workDir)
    ? path.slice(workDir.length + 1)
    : path;

function fileColumns(t: TFunction<'jobs'>, { job, isOthers }: JobFilesProps): Column<JobFile>[] {
  const hasLinks = isReached(job, isOthers);
  const link = (file: JobFile): ReactNode => {
    const name = <FileName name={shownPath(file.path, job.workDir)} />;
    return hasLinks ? (
      <Link to={placePath(file, parentOf(file.path))} state={{ select: file.path }}>
        {name}
      </Link>
    ) : (
      name
    );
  };
  return [
    { id: 'name', title: t('fileName'), isAlways: true, inCard: 'title', cell: link },
    {
      id: 'size',
      title: t('fileSize'),
      align: 'end',
      inCard: 'note',
      cell: ({ size, isDirectory }) => (isDirectory ? t('isFolder') : <SizeText bytes={size} />),
    },
    {
      id: 'time',
      title: t('fileTime'),
      inCard: 'note',
      cell: ({ modifiedTime }) => <RelativeTime time={modifiedTime} />,
    },
    {
      id: 'state',
      title: t('fileState'),
      isWhole: true,
      inCard: 'tag',
      cell: ({ state }) => <StatusTag state={looks[state]}>{t(`file_${state}`)}</StatusTag>,
    },
  ];
}

function FilesOf({ kind, ...props }: JobFilesProps & { kind: 'input' | 'output' }): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const { job, isOthers } = props;
  const page = usePageState(10);
  const { pageNum, size } = page;
  const query = useQuery({
    ...jobFiles({ jobId: job.jobId, kind, pageNum, size }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => fileColumns(t, { job, isOthers }), [t, job, isOthers]);
  const label = t(kind === 'input' ? 'inputs' : 'results');
  const isAwaited = kind === 'output' && isOpen(job);
  return (
    <section className={styles['files']} aria-label={label}>
      <h2>{label}</h2>
      {kind === 'output' && job.isSealed && <p className="soft small">{t('sealedResultsHint')}</p>}
      {query.data?.isWhole === false && !isAwaited && (
        <p className="soft small" role="status">
          {t('filesNotWhole', { most: limits.jobOutputFilesMax.toLocaleString(locale()) })}
        </p>
      )}
      {query.isPending ? (
        <div role="status" aria-label={t('common:loading')}>
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        </div>
      ) : (
        <PagedList
          label={label}
          columns={columns}
          query={query}
          pageOf={({ data, total }) => ({ rows: data, total })}
          page={page}
          rowId={({ path }) => path}
          empty={<EmptyState title={t(isAwaited ? 'resultsAwaited' : 'noResults')} />}
        />
      )}
    </section>
  );
}

/** What a job was given, and the files that it left in its work directory, as they are now. */
export const JobFiles = (props: JobFilesProps): ReactNode => (
  <>
    {props.job.inputs.length > 0 && <FilesOf {...props} kind="input" />}
    <FilesOf {...props} kind="output" />
  </>
);
