import { DownloadOutlined, FileTextOutlined, ReloadOutlined } from '@ant-design/icons';
import { endpoints, type LogRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callForBytes } from '../../../shared/api/call.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { saveFile } from '../../../shared/files/save-file.js';
import type { Operation } from '../../../shared/operation.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useListView } from '../../../shared/ui/table/list-url.js';
import { ListPage } from '../../../shared/ui/table/list-page.js';
import { logColumns } from '../components/log-columns.js';
import { LogDetails } from '../components/log-details.js';
import { LogChips, LogSearch } from '../components/log-search.js';
import { SavedFilters } from '../components/saved-filters.js';
import { Operations, OperationsContext } from '../log-operations.js';
import { filterInput, logFilterNames, noLogFilter, type LogFilter } from '../log-filter.js';

/** Beyond this the server only says that there are more. */
const exactUpTo = 10_000;

/** The page, which calls operations as the features name them. */
export function logPageWith(all: readonly Operation[]): ComponentType {
  const operations = new Operations(all);
  return () => (
    <OperationsContext value={operations}>
      <LogPage />
    </OperationsContext>
  );
}

/** The log, newest first (spec part 2 §2, Log management). */
function LogPage(): ReactNode {
  const { t } = useTranslation(['audit', 'common']);
  const view = useListView(logFilterNames);
  const { filter, pageNum, size, narrow } = view;
  const log = useQuery({
    ...queryOptionsOf(endpoints.audit.list, { pageNum, size, ...filterInput(filter) }),
    placeholderData: keepPreviousData,
    // Whatever is done anywhere adds to it, and no event says so: each look asks.
    staleTime: 0,
  });
  const exporting = useAction(async (wanted: LogFilter) => {
    saveFile(await callForBytes(endpoints.audit.exportRows, filterInput(wanted)), 'log.csv');
    return { result: null, message: '' };
  });
  const [open, setOpen] = useState<LogRow | null>(null);
  const columns = useMemo(() => logColumns(t, setOpen), [t]);
  const isNarrowed = Object.values(filter).some((text) => text !== '');
  return (
    <ListPage
      name="log"
      label={t('title')}
      actions={
        <>
          <LogSearch filter={filter} onFilter={narrow} />
          <Button
            icon={<ReloadOutlined />}
            loading={log.isFetching}
            aria-label={t('common:reload')}
            onClick={() => void log.refetch()}
          />
          <Button
            icon={<DownloadOutlined />}
            loading={exporting.isBusy}
            onClick={() => void exporting.act(filter)}
          >
            {t('exportLog')}
          </Button>
          <LogChips filter={filter} onFilter={narrow} />
          <SavedFilters filter={filter} onFilter={narrow} />
        </>
      }
      columns={columns}
      query={log}
      pageOf={({ content, totalElements }) => ({
        rows: content,
        total: totalElements,
        isAtLeast: totalElements > exactUpTo,
      })}
      page={view}
      rowId={(row) => row.id}
      noMatch={t('noMatch')}
      onClear={isNarrowed ? () => narrow(noLogFilter) : null}
      empty={{ icon: <FileTextOutlined />, title: t('empty'), hint: t('emptyHint') }}
    >
      {open && <LogDetails row={open} onClose={() => setOpen(null)} />}
    </ListPage>
  );
}
