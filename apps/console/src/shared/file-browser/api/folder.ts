import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isRefusal } from '../../api/api-error.js';
import { queryClient } from '../../api/query.js';
import { locale } from '../../i18n/i18n.js';
import { serverClock } from '../../lib/time/server-clock.js';
import { sortItems, type FilesSort } from '../file-names.js';
import { firstSort, pageOfSort, pageSize } from './first-list.js';
import { pageQuery } from './page-query.js';
import { collectEntries, type CollectOptions } from './collect.js';
import { changedBounds } from '../search/search-filter.js';
import {
  fileKeys,
  type FileEntry,
  type FileSpace,
  type SearchFilter,
  type SearchResult,
} from '../file-space.js';

/** A page this full may have others after it; entries that vanish while the server reads make it a little shorter. */
const fullPage = pageSize * 0.9;
/** A scrollbar that is dragged passes many pages and means only the last. */
const settleMs = 80;

/** A folder's entries, or the hits of a search, as far as they are here. */
export interface Folder {
  /** How many there are; undefined until it is known. */
  total: number | undefined;
  /** True when every entry is here. */
  isWhole: boolean;
  /** The entry at a place of the order shown; undefined while it is not here. */
  itemAt: (index: number) => FileEntry | undefined;
  /** Those that are here of a span, `to` included. */
  itemsHere: (from: number, to: number) => FileEntry[];
  /** Fetches the page that an entry is on, to be kept. @throws ApiError */
  load: (index: number) => Promise<FileEntry | undefined>;
  /** All entries of a span, `to` included, for an act on them. @throws ApiError */
  collect: (from: number, to: number, watch: CollectOptions) => Promise<FileEntry[]>;
  /** The parts that are in view and here, by the place where each begins. */
  partsHere: () => { from: number; items: readonly FileEntry[] }[];
  /** Which order this is: entries stand elsewhere in another one. */
  order: string;
  /** Says which span is in view: its pages are kept up to date. */
  show: (from: number, to: number) => void;
  /** How far a search came; null: it still runs, or this is no search. */
  found: Omit<SearchResult, 'items'> | null;
  error: unknown;
  retry: () => void;
}

const orderOf = ({ key, isDescending }: FilesSort): string => `${key} ${isDescending}`;
const pageOf = (index: number): number => Math.floor(index / pageSize);
const span = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);

/** A folder by pages: only those in view are fetched and kept up to date, so its size does not matter. */
export function useFolder(space: FileSpace, dir: string, sort: FilesSort): Folder {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<readonly number[]>([0]);
  const pages = useQueries({ queries: wanted.map((page) => pageQuery(space, dir, sort, page)) });
  const known = (page: number): FileEntry[] | undefined =>
    client.getQueryData(pageQuery(space, dir, sort, page).queryKey);
  // What was there is not shown once the folder itself is gone, or not the caller's to see.
  const refusal = pages.find((page) => isRefusal(page.error))?.error;
  const first = refusal ? undefined : known(0);
  const isLarge = wanted.some((page) => page > 0) || (first?.length ?? 0) >= fullPage;
  const summary = useQuery({
    queryKey: fileKeys.summary(space.ref, dir),
    queryFn: ({ signal }) => space.summary(dir, signal),
    enabled: isLarge,
  });
  const total = isLarge && !refusal ? summary.data?.total : first?.length;
  const isWhole = !isLarge && first !== undefined;

  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  const stamp = pages.map((page) => page.dataUpdatedAt).join();
  const error =
    refusal ??
    pages.find((page) => page.error && !page.data)?.error ??
    (summary.data ? null : summary.error);
  return useMemo<Folder>(() => {
    // The cache has an answer before the page is told of it. What is drawn in between, for another reason, is the folder as it
    // was: else nobody would see the change as one, and the view would not follow it.
    const seen = new Map<number, FileEntry[]>();
    const shown = (page: number): FileEntry[] | undefined => {
      const items = seen.get(page) ?? known(page);
      if (items) {
        seen.set(page, items);
      }
      return items;
    };
    const itemAt = (index: number): FileEntry | undefined =>
      shown(pageOf(index))?.[index % pageSize];
    const itemsHere = (from: number, to: number): FileEntry[] =>
      span(pageOf(from), pageOf(to)).flatMap((page) =>
        (shown(page) ?? []).slice(
          Math.max(0, from - page * pageSize),
          Math.max(0, to + 1 - page * pageSize),
        ),
      );
    return {
      total,
      isWhole,
      itemAt,
      itemsHere,
      load: async (index) => {
        const items = await client.fetchQuery(pageQuery(space, dir, sort, pageOf(index)));
        return items[index % pageSize];
      },
      collect: (from, to, watch) => collectEntries(space, dir, sort, from, to, watch),
      partsHere: () =>
        wanted.flatMap((page) => {
          const items = shown(page);
          return items ? [{ from: page * pageSize, items }] : [];
        }),
      order: orderOf(sort),
      show: (from, to) => {
        const next = span(pageOf(from), pageOf(Math.max(from, to)));
        clearTimeout(timer.current ?? undefined);
        timer.current = setTimeout(
          () => setWanted((before) => (before.join() === next.join() ? before : next)),
          settleMs,
        );
      },
      found: null,
      error,
      retry: () => void client.refetchQueries({ queryKey: fileKeys.list(space.ref, dir) }),
    };
    // `stamp` stands for the pages' contents, which `known` reads from the cache.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, space, dir, sort, total, isWhole, error, stamp, wanted]);
}

/** The hits of a search below a folder: as many as the server gives, all at once. */
export function useSearch(
  space: FileSpace,
  dir: string,
  key: string,
  { kind, changed }: SearchFilter,
  sort: FilesSort,
): Folder {
  const {
    data: last,
    error,
    refetch,
  } = useQuery({
    queryKey: [...fileKeys.find(space.ref), dir, key, kind, changed],
    queryFn: async ({ signal }): Promise<SearchResult> => {
      const kinds = kind === '' ? [] : [kind];
      const query = { key, kinds, ...changedBounds(changed, serverClock.now()) };
      const found = await space.find?.(dir, query, signal);
      return found ?? { items: [], searchedFolders: 0, cutBy: null };
    },
  });
  const data = isRefusal(error) ? undefined : last;
  return useMemo<Folder>(() => {
    const items = data && sortItems(data.items, sort.key, sort.isDescending, locale());
    const itemsHere = (from: number, to: number): FileEntry[] => (items ?? []).slice(from, to + 1);
    return {
      total: items?.length,
      isWhole: items !== undefined,
      itemAt: (index) => items?.[index],
      itemsHere,
      load: (index) => Promise.resolve(items?.[index]),
      collect: (from, to) => Promise.resolve(itemsHere(from, to)),
      partsHere: () => (items ? [{ from: 0, items }] : []),
      order: orderOf(sort),
      show: () => undefined,
      found: data ?? null,
      error: data ? null : error,
      retry: () => void refetch(),
    };
  }, [data, error, refetch, sort]);
}

/**
 * An entry of a folder by its name as it is now, where the folder's first page has it; undefined: it is not there, or further
 * down. Not from the cache: whoever is told that a name is taken may hear it before the list does.
 */
export async function entryNamed(
  space: FileSpace,
  dir: string,
  name: string,
): Promise<FileEntry | undefined> {
  const items = await space.list(dir, pageOfSort(firstSort, 0));
  return items.find(({ localPath }) => localPath === name);
}

/** The entries of a folder for a picker or a check of names: its first page, and whether that is all. */
export async function firstPage(
  space: FileSpace,
  dir: string,
): Promise<{ items: FileEntry[]; isWhole: boolean }> {
  const items = await queryClient.fetchQuery(pageQuery(space, dir, firstSort, 0));
  return { items, isWhole: items.length < fullPage };
}
