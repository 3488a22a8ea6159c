import { limits } from '@clusterdesk/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../state/empty-state.js';
import { DataTable } from './data-table/data-table.js';
import type { DataTableProps } from './data-table/data-table-types.js';
import { Pager } from './pager.js';

/** A page of a list, as its endpoint answers it. */
export interface ListPage<Row> {
  rows: readonly Row[];
  total: number;
  /** True when `total` only says at least how many there are. */
  isAtLeast?: boolean;
}

/** Which page is asked for; `useListView` keeps it in the URL, `usePageState` in the component. */
export interface PageChoice {
  /** From 0, as on the wire. */
  pageNum: number;
  size: number;
  setPage: (pageNum: number, size: number) => void;
}

interface PagedListProps<Row extends object, Answer> extends Omit<
  DataTableProps<Row>,
  'rows' | 'error' | 'onRetry' | 'empty'
> {
  query: UseQueryResult<Answer>;
  /** The rows and their number in the answer. */
  pageOf: (answer: Answer) => ListPage<Row>;
  page: PageChoice;
  sizes?: readonly number[];
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  /** What narrows the list, when something does: shown in place of `empty`. */
  noMatch?: { title: string; hint: string; onClear: () => void } | null;
}

/**
 * A list of the server, page by page: table, pager, what to say when there is nothing or nothing fits, and the last page
 * there is when the one in view has gone. The pager is shown as soon as there is more than its smallest page.
 */
export function PagedList<Row extends object, Answer>({
  query,
  pageOf,
  page,
  sizes = limits.pageSizes,
  empty,
  noMatch,
  ...table
}: PagedListProps<Row, Answer>): ReactNode {
  const { t } = useTranslation('common');
  const { pageNum, size, setPage } = page;
  const answer = query.data === undefined ? undefined : pageOf(query.data);
  const rows = answer?.rows;
  const total = answer?.total ?? 0;
  const lastPage = Math.max(0, Math.ceil(total / size) - 1);
  // Rows of the page before are shown while this one comes: they say nothing of it.
  const isBeyond = !query.isPlaceholderData && rows?.length === 0 && pageNum > lastPage;
  useEffect(() => {
    if (isBeyond) {
      setPage(lastPage, size);
    }
    // `setPage` is another function at every draw.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBeyond, lastPage, size]);
  return (
    <>
      <DataTable
        {...table}
        rows={isBeyond ? undefined : rows}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          noMatch ? (
            <EmptyState
              title={noMatch.title}
              hint={noMatch.hint}
              action={<Button onClick={noMatch.onClear}>{t('clearSearch')}</Button>}
            />
          ) : (
            empty
          )
        }
      />
      {total > Math.min(...sizes) && (
        <Pager
          pageNum={Math.min(pageNum, lastPage)}
          size={size}
          total={total}
          sizes={sizes}
          isAtLeast={answer?.isAtLeast ?? false}
          onChange={setPage}
        />
      )}
    </>
  );
}
