import { limits } from '@clusterdesk/contracts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What a paged list shows, as its URL says it. */
export interface ListView<Name extends string> {
  /** What narrows the list; empty words narrow nothing. */
  filter: Record<Name, string>;
  /** From 0. */
  pageNum: number;
  size: number;
}

/** How many rows a list begins with, one of `limits.pageSizes`: ten leave half of a screen empty. */
export const firstSize = 20;

const wholeNumber = (text: string | null): number =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;

/** Reads `?page=2&size=20&search=…`; what is missing or makes no sense gets its default. */
export function readListView<Name extends string>(
  searchParams: URLSearchParams,
  names: readonly Name[],
): ListView<Name> {
  const size = wholeNumber(searchParams.get('size'));
  return {
    filter: Object.fromEntries(names.map((name) => [name, searchParams.get(name) ?? ''])) as Record<
      Name,
      string
    >,
    pageNum: Math.max(0, wholeNumber(searchParams.get('page')) - 1),
    size: limits.pageSizes.some((known) => known === size) ? size : firstSize,
  };
}

/** The URL of a view; defaults are left out. */
export function writeListView<Name extends string>(view: ListView<Name>): Record<string, string> {
  const filled = Object.entries<string>(view.filter).filter(([, text]) => text !== '');
  return {
    ...Object.fromEntries(filled),
    ...(view.pageNum > 0 ? { page: String(view.pageNum + 1) } : {}),
    ...(view.size === firstSize ? {} : { size: String(view.size) }),
  };
}

/** A paged list's view, kept in the URL: back, reload and a sent link show the same. `names` must not change. */
export function useListView<Name extends string>(names: readonly Name[]) {
  const [searchParams, setSearchParams] = useSearchParams();
  const view = useMemo(() => readListView(searchParams, names), [searchParams, names]);
  /** What else the address says, as what is open over the list, stays. */
  const show = (next: ListView<Name>): void => {
    const own: readonly string[] = [...names, 'page', 'size'];
    const others = [...searchParams].filter(([name]) => !own.includes(name));
    setSearchParams({ ...Object.fromEntries(others), ...writeListView(next) });
  };
  const change = (part: Partial<Record<Name, string>>, pageNum = view.pageNum): void =>
    show({ ...view, filter: { ...view.filter, ...part }, pageNum });
  const narrow = (part: Partial<Record<Name, string>>): void => change(part, 0);
  return {
    ...view,
    /** Changes what the address says beside the rows. */
    change,
    /** Changes what narrows the list, which begins at its first page. */
    narrow,
    /** A search box for one of `names`. */
    searchBox: (name: Name, label: string) => ({
      value: view.filter[name],
      label,
      onSearch: (text: string): void => narrow({ [name]: text } as Record<Name, string>),
    }),
    setPage: (pageNum: number, size: number): void => show({ ...view, pageNum, size }),
  };
}
