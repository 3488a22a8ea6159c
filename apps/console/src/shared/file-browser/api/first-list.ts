import { storageKey } from '../../ui/table/storage-key.js';
import { sortKeys, type FilesSort } from '../file-names.js';
import type { EntryPage } from '../file-space.js';

// What the script in the page itself asks for as well: nothing here may bring the contracts or a library.

/**
 * Entries asked for at once: few enough that reading an answer is no stutter while scrolling. Half of the contract's
 * `maxPageSize`; a test holds them together.
 */
export const pageSize = 500;

/** The order in which folders are shown before anybody chose another. */
export const firstSort: FilesSort = { key: 'name', isDescending: false };

/** Under which the browser remembers the order of files, in every folder and space. */
export const filesTable = 'files';

/** The order in which the user left the files in this browser. */
export function readFilesSort(): FilesSort {
  try {
    const left: unknown = JSON.parse(
      localStorage.getItem(storageKey('sorting', filesTable)) ?? 'null',
    );
    const { id, desc } = Object(left) as { id?: unknown; desc?: unknown };
    const key = sortKeys.find((known) => known === id);
    return key !== undefined ? { key, isDescending: desc === true } : firstSort;
  } catch {
    return firstSort;
  }
}

/** What a page of a folder in one order is asked for by; pages are counted from 0. */
export const pageOfSort = (sort: FilesSort, pageNum: number): EntryPage => ({
  pageNum,
  size: pageSize,
  sort: sort.key,
  order: sort.isDescending ? 'desc' : 'asc',
});
