import { limits } from '@clusterdesk/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { FilesSort } from '../file-names.js';
import { fileKeys, type EntryPage, type FileSpace } from '../file-space.js';

/** Entries asked for at once: few enough that reading an answer is no stutter while scrolling. */
export const pageSize = limits.maxPageSize / 2;

const keptMs = 60_000;

/** The order in which a folder is first shown. */
export const firstSort: FilesSort = { key: 'name', isDescending: false };

/** One page of a folder in one order; pages are counted from 0. */
export const pageQuery = (
  space: Pick<FileSpace, 'ref' | 'list'>,
  dir: string,
  sort: FilesSort,
  pageNum: number,
) => {
  const page: EntryPage = {
    pageNum,
    size: pageSize,
    sort: sort.key,
    order: sort.isDescending ? 'desc' : 'asc',
  };
  return queryOptions({
    queryKey: [...fileKeys.list(space.ref, dir), page],
    queryFn: ({ signal }) => space.list(dir, page, signal),
    gcTime: keptMs,
  });
};
