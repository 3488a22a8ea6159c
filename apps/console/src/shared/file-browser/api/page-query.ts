import { limits } from '@clusterdesk/contracts';
import { queryOptions } from '@tanstack/react-query';
import { keepSorting, readSorting } from '../../ui/table/table-memory.js';
import { sortKeys, type FilesSort } from '../file-names.js';
import { fileKeys, type EntryPage, type FileSpace } from '../file-space.js';

/** Entries asked for at once: few enough that reading an answer is no stutter while scrolling. */
export const pageSize = limits.maxPageSize / 2;

const keptMs = 60_000;

/** The order in which folders are shown before anybody chose another. */
export const firstSort: FilesSort = { key: 'name', isDescending: false };

/** Under which the browser remembers the order of files, in every folder and space. */
const filesTable = 'files';

/** The order in which the user left the files in this browser. */
export function readFilesSort(): FilesSort {
  const left = readSorting(filesTable);
  const key = sortKeys.find((known) => known === left?.id);
  return left && key !== undefined ? { key, isDescending: left.desc } : firstSort;
}

/** Remembers the order of files. */
export const keepFilesSort = ({ key, isDescending }: FilesSort): void =>
  keepSorting(filesTable, { id: key, desc: isDescending });

/** What a page of a folder in one order is asked for by; pages are counted from 0. */
export const pageOfSort = (sort: FilesSort, pageNum: number): EntryPage => ({
  pageNum,
  size: pageSize,
  sort: sort.key,
  order: sort.isDescending ? 'desc' : 'asc',
});

/** One page of a folder in one order; pages are counted from 0. */
export const pageQuery = (
  space: Pick<FileSpace, 'ref' | 'list'>,
  dir: string,
  sort: FilesSort,
  pageNum: number,
) => {
  const page = pageOfSort(sort, pageNum);
  return queryOptions({
    queryKey: [...fileKeys.list(space.ref, dir), page],
    queryFn: ({ signal }) => space.list(dir, page, signal),
    gcTime: keptMs,
  });
};
