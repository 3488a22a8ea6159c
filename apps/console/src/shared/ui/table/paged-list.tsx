import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNote } from '../state/failure-note.js';
import { EmptyState } from '../state/empty-state.js';
import { DataTable } from './data-table/data-table.js';
import type { DataTableProps } from './data-table/data-table-types.js';
import { ListPager, useBeyondLastPage, type PageOfRows, type PageChoice } from './list-pager.js';

export interface PagedListProps<Row extends object, Answer> extends Omit<
  DataTableProps<Row>,
  'rows' | 'error' | 'onRetry' | 'empty'
> {
  query: UseQueryResult<Answer>;
  /** The rows and their number in the answer. */
  pageOf: (answer: Answer) => PageOfRows<Row>;
  page: PageChoice;
  sizes?: readonly number[];
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  /** What narrows the list, when something does: shown in place of `empty`. */
  noMatch?: { title: string; onClear: () => void } | null;
}

/**
 * A list of the server, page by page: table, pager, what to say when there is nothing or nothing fits, and the last page
 * there is when the one in view has gone. The pager is shown as soon as there is more than its smallest page.
 */
export function PagedList<Row extends object, Answer>({
  query,
  pageOf,
  page,
  sizes,
  empty,
  noMatch,
  ...table
}: PagedListProps<Row, Answer>): ReactNode {
  const { t } = useTranslation('common');
  const isBeyond = useBeyondLastPage(query, pageOf, page);
  return (
    <>
      {query.data !== undefined && <FailureNote query={query} />}
      <DataTable
        {...table}
        rows={query.data === undefined || isBeyond ? undefined : pageOf(query.data).rows}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          noMatch ? (
            <EmptyState
              title={noMatch.title}
              hint={t('noMatchHint')}
              action={<Button onClick={noMatch.onClear}>{t('clearSearch')}</Button>}
            />
          ) : (
            empty
          )
        }
      />
      <ListPager query={query} pageOf={pageOf} page={page} {...(sizes && { sizes })} />
    </>
  );
}
