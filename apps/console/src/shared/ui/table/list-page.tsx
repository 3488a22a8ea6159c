import type { ReactNode } from 'react';
import { PageHeader } from '../layout/page-header.js';
import { EmptyState, type EmptyStateProps } from '../state/empty-state.js';
import { PagedList, type PagedListProps } from './paged-list.js';
import { SearchBox, type SearchBoxProps } from './search-box.js';

interface ListPageProps<Row extends object, Answer> extends Omit<
  PagedListProps<Row, Answer>,
  'empty' | 'noMatch'
> {
  /** Absent: the window's title says it. */
  title?: ReactNode;
  /** What one does here; the page's one primary action first. */
  actions?: ReactNode;
  /** What searches the list; `extra` stands beside it. */
  search?: SearchBoxProps;
  extra?: ReactNode;
  /** Between the line of actions and the list. */
  note?: ReactNode;
  /** What to say when there is nothing at all. */
  empty: EmptyStateProps;
  /** What to say when nothing fits what was searched for. */
  noMatch: string;
  /** Shows all again; null: nothing narrows the list. Absent: the search alone does. */
  onClear?: (() => void) | null;
  /** What the list opens. */
  children?: ReactNode;
}

/** A page that is a list of the server: what one does, what narrows it, its rows, and what to say when there are none. */
export function ListPage<Row extends object, Answer>({
  title,
  actions,
  search,
  extra,
  note,
  empty,
  noMatch,
  onClear = search?.value ? () => search.onSearch('') : null,
  children,
  ...list
}: ListPageProps<Row, Answer>): ReactNode {
  return (
    <>
      <PageHeader
        title={title}
        extra={
          (search || extra) && (
            <>
              {extra}
              {search && <SearchBox {...search} />}
            </>
          )
        }
      >
        {actions}
      </PageHeader>
      {note}
      <PagedList
        {...list}
        noMatch={onClear && { title: noMatch, onClear }}
        empty={<EmptyState {...empty} />}
      />
      {children}
    </>
  );
}
