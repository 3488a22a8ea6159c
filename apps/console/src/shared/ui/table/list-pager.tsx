import { limits } from '@clusterdesk/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Pager } from './pager.js';

/** A page of a list, as its endpoint answers it. */
export interface PageOfRows<Row> {
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

type ListQuery<Answer> = Pick<UseQueryResult<Answer>, 'data' | 'isPlaceholderData'>;

const lastPageOf = (total: number, size: number): number =>
  Math.max(0, Math.ceil(total / size) - 1);

/** Leads to the last page there is when the one in view has gone, or never was. @returns whether it is on the way there */
export function useBeyondLastPage<Row, Answer>(
  query: ListQuery<Answer>,
  pageOf: (answer: Answer) => PageOfRows<Row>,
  { pageNum, size, setPage }: PageChoice,
): boolean {
  const answer = query.data === undefined ? undefined : pageOf(query.data);
  const lastPage = lastPageOf(answer?.total ?? 0, size);
  // Rows of the page before are shown while this one comes: they say nothing of it.
  const isBeyond = !query.isPlaceholderData && answer?.rows.length === 0 && pageNum > lastPage;
  useEffect(() => {
    if (isBeyond) {
      setPage(lastPage, size);
    }
    // `setPage` is another function at every draw.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBeyond, lastPage, size]);
  return isBeyond;
}

interface ListPagerProps<Row, Answer> {
  query: ListQuery<Answer>;
  pageOf: (answer: Answer) => PageOfRows<Row>;
  page: PageChoice;
  sizes?: readonly number[];
}

/** The pager of a list, shown as soon as there is more than its smallest page. */
export function ListPager<Row, Answer>({
  query,
  pageOf,
  page: { pageNum, size, setPage },
  sizes = limits.pageSizes,
}: ListPagerProps<Row, Answer>): ReactNode {
  if (query.data === undefined) {
    return null;
  }
  const { total, isAtLeast = false } = pageOf(query.data);
  return (
    total > Math.min(...sizes) && (
      <Pager
        pageNum={Math.min(pageNum, lastPageOf(total, size))}
        size={size}
        total={total}
        sizes={sizes}
        isAtLeast={isAtLeast}
        onChange={setPage}
      />
    )
  );
}
