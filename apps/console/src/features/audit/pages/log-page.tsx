import { FileTextOutlined, ReloadOutlined } from '@ant-design/icons';
import { endpoints, logLevels, type LogRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { DataTable } from '../../../shared/ui/table/data-table.js';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { Pager } from '../../../shared/ui/table/pager.js';
import { logCard, logColumns } from '../components/log-columns.js';
import { LogSearch } from '../components/log-search.js';

const filters = ['logLevel', 'logModel', 'userName'] as const;
const nothing = { logLevel: '', logModel: '', userName: '' };
/** Beyond this the server only says that there are more. */
const exactUpTo = 10_000;

const levelOf = (text: string): LogRow['logLevel'] | undefined =>
  logLevels.find((level) => level === text);

/** The log, newest first (spec part 2 §2, Log management). */
export function LogPage(): ReactNode {
  const { t } = useTranslation(['audit', 'common']);
  const { filter, pageNum, size, setFilter, setPage } = useListView(filters);
  const logLevel = levelOf(filter.logLevel);
  const log = useQuery({
    ...queryOptionsOf(endpoints.audit.list, {
      pageNum,
      size,
      ...(logLevel ? { logLevel } : {}),
      ...(filter.logModel ? { logModel: filter.logModel } : {}),
      ...(filter.userName ? { userName: filter.userName } : {}),
    }),
    placeholderData: keepPreviousData,
    // Whatever is done anywhere adds to it, and no event says so: each look asks.
    staleTime: 0,
  });
  const [columns, card] = useMemo(() => [logColumns(t), logCard(t)], [t]);
  const isNarrowed = Object.values(filter).some((text) => text !== '');
  return (
    <>
      <PageHeader>
        <LogSearch filter={filter} onFilter={setFilter} />
        <Button
          icon={<ReloadOutlined />}
          loading={log.isFetching}
          aria-label={t('common:reload')}
          onClick={() => void log.refetch()}
        />
      </PageHeader>
      <DataTable
        label={t('title')}
        columns={columns}
        card={card}
        rows={log.data?.content}
        rowId={(row) => row.id}
        error={log.error}
        onRetry={() => void log.refetch()}
        empty={
          isNarrowed ? (
            <EmptyState
              title={t('noMatch')}
              hint={t('noMatchHint')}
              action={<Button onClick={() => setFilter(nothing)}>{t('clearSearch')}</Button>}
            />
          ) : (
            <EmptyState icon={<FileTextOutlined />} title={t('empty')} hint={t('emptyHint')} />
          )
        }
      />
      {log.data && (
        <Pager
          pageNum={pageNum}
          size={size}
          total={log.data.totalElements}
          isAtLeast={log.data.totalElements > exactUpTo}
          onChange={setPage}
        />
      )}
    </>
  );
}
