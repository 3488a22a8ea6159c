import {
  endpoints,
  type ApplicationFile,
  type ApplicationRow,
  type ContentChange,
} from '@clusterdesk/contracts';
import { FileOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { queryKeyOf } from '../../../shared/api/query.js';
import { FileIcon } from '../../../shared/file-browser/view/entry/file-icon.js';
import { FileName } from '../../../shared/files/file-name.js';
import { formatSize } from '../../../shared/lib/format/format.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { CopyButton } from '../../../shared/ui/action/copy-button.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { applicationFiles } from '../api/application-queries.js';
import styles from '../components/approvals.module.css';
import { personName } from '../../../shared/users/person-name.js';

const changeLooks: Record<ContentChange, TagState> = {
  same: 'ok',
  changed: 'bad',
  deleted: 'bad',
};

const isThere = ({ change }: ApplicationFile): boolean => change !== 'deleted';

/** A file's SHA-256, made when it is asked for. */
function Checksum({ id, path }: { id: string; path: string }): ReactNode {
  const { t } = useTranslation(['approvals', 'common']);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeyOf(endpoints.approvals.checksum, { id, path }),
    queryFn: ({ signal }) => call(endpoints.approvals.checksum, { id, path }, signal),
    enabled: false,
    staleTime: Infinity,
    retry: false,
  });
  if (data) {
    return (
      <span className={styles['sum']}>
        <code>{data.sha256}</code>
        <CopyButton text={data.sha256} label={t('copyChecksum')} />
      </span>
    );
  }
  return (
    <span>
      {error && <span role="alert">{messageOf(error)} </span>}
      <Button type="link" size="small" loading={isFetching} onClick={() => void refetch()}>
        {t('checksum')}
      </Button>
    </span>
  );
}

interface EvidenceProps {
  application: ApplicationRow;
  /** Shows files of the project one after another, first that at `index`; absent: the viewer may not. */
  onPreview?: ((files: readonly ApplicationFile[], index: number) => void) | undefined;
}

interface FileLineProps {
  file: ApplicationFile;
  application: ApplicationRow;
  onPreview?: (() => void) | undefined;
}

function FileLine({ file, application, onPreview }: FileLineProps): ReactNode {
  const { t } = useTranslation('approvals');
  const { name, path, fileType, size, modifyTime, change, putBy } = file;
  return (
    <div className={styles['file']}>
      <span className={styles['entry']} title={path}>
        <FileIcon item={{ directory: false, fileType }} />
        <FileName name={name} />
        {change !== null && change !== 'same' && (
          <StatusTag state={changeLooks[change]}>{t(`change_${change}`)}</StatusTag>
        )}
      </span>
      {!application.paths.includes(path) && (
        <span className={`soft small ${styles['place']}`}>
          {path.slice(0, -name.length - 1) || '/'}
        </span>
      )}
      <span className="soft small">
        {formatSize(size)} · <RelativeTime time={modifyTime} />
        {putBy && ` · ${t('putBy', { user: personName(putBy) })}`}
      </span>
      {application.isAdmin && isThere(file) && (
        <span className={styles['looks']}>
          {onPreview && (
            <Button type="link" size="small" onClick={onPreview}>
              {t('preview')}
            </Button>
          )}
          <Checksum id={application.id} path={path} />
        </span>
      )}
    </div>
  );
}

/** The files that are asked for: as they were, what became of them, who put them there, and what they hold. */
export function FileEvidence({ application, onPreview }: EvidenceProps): ReactNode {
  const { t } = useTranslation('approvals');
  const page = usePageState(10);
  const { pageNum, size } = page;
  const files = useQuery({
    ...applicationFiles(application.id, { pageNum, pageSize: size }),
    placeholderData: keepPreviousData,
  });
  const line = useMemo(() => {
    const there = files.data?.data.filter(isThere) ?? [];
    return function Line(file: ApplicationFile): ReactNode {
      return (
        <FileLine
          file={file}
          application={application}
          onPreview={onPreview && (() => onPreview(there, there.indexOf(file)))}
        />
      );
    };
  }, [application, files.data, onPreview]);
  const columns = useMemo(() => [{ id: 'file', title: t('files'), cell: line }], [t, line]);
  return (
    <section className={styles['section']} aria-label={t('files')}>
      <h2>{t('filesCount', { count: application.files, size: formatSize(application.bytes) })}</h2>
      {files.isPending && (
        <Skeleton
          active
          title={false}
          paragraph={{ rows: 2 * Math.min(application.files, size) }}
        />
      )}
      {!files.isPending && (
        <PagedList
          label={t('files')}
          columns={columns}
          query={files}
          pageOf={({ data, total }) => ({ rows: data, total })}
          page={page}
          rowId={({ path }) => path}
          empty={<EmptyState icon={<FileOutlined />} title={t('noFiles')} />}
        />
      )}
    </section>
  );
}
