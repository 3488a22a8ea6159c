import { queryOptions } from '@tanstack/react-query';
import { keepSorting } from '../../ui/table/table-memory.js';
import type { FilesSort } from '../file-names.js';
import { fileKeys, type FileSpace } from '../file-space.js';
import { filesTable, pageOfSort } from './first-list.js';

const keptMs = 60_000;

/** Remembers the order of files. */
export const keepFilesSort = ({ key, isDescending }: FilesSort): void =>
  keepSorting(filesTable, { id: key, desc: isDescending });

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
