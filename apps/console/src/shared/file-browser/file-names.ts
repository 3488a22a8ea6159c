import { hasVisibleSign, limits } from '@clusterdesk/contracts';
import type { FileEntry } from './file-space.js';

/** The parts of a path that lead to a folder, each with its own path: `/a/b` → a at `/a`, b at `/a/b`. */
export function trailOf(dir: string): { name: string; path: string }[] {
  const names = dir.split('/').filter(Boolean);
  return names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }));
}

/** A folder's path and a name in it, joined. */
export const joinPath = (dir: string, name: string): string =>
  dir === '/' ? `/${name}` : `${dir}/${name}`;

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder that holds a path. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** A folder of which only the path is known. */
export const folderAt = (path: string): FileEntry => ({
  path,
  localPath: nameOf(path),
  directory: true,
  fileType: '',
  size: 0,
  createDate: '',
});

/** The word for folder and the smallest number that is not taken (spec part 1 §5). */
export function nextFolderName(base: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  let number = 1;
  while (names.has(`${base}${number}`)) {
    number += 1;
  }
  return `${base}${number}`;
}

/** Why the server would refuse a name, as a key of the catalogue; null when it would not (contract: Personal disk). */
export function nameProblem(name: string): 'nameRequired' | 'nameTooLong' | 'nameInvalid' | null {
  if (!hasVisibleSign(name)) {
    return 'nameRequired';
  }
  if (name === '.' || name === '..' || /[/\p{Cc}]/u.test(name)) {
    return 'nameInvalid';
  }
  return new TextEncoder().encode(name).length > limits.maxNameBytes ? 'nameTooLong' : null;
}

/** Whether a name follows the specification's hint: a letter, then letters, digits or underscores. */
export const followsNameHint = (name: string): boolean => /^\p{L}[\p{L}\p{N}_]*$/u.test(name);

export const sortKeys = ['name', 'size', 'createDate'] as const;
export type SortKey = (typeof sortKeys)[number];

/** What a folder is sorted by. */
export interface FilesSort {
  key: SortKey;
  isDescending: boolean;
}

/** Whether `path` is `dir` or lies below it: nothing can be moved or copied into itself. */
export const isWithin = (path: string, dir: string): boolean =>
  path === dir || dir === '/' || path.startsWith(`${dir}/`);

/** Where a file's extension begins; the length of the name where it has none. Renaming leaves it unselected. */
export function stemLength({ localPath, directory }: FileEntry): number {
  const dot = directory ? -1 : localPath.lastIndexOf('.');
  return dot > 0 ? dot : localPath.length;
}

/** Folders first, then by the key; equal ones by name. */
export function sortItems(
  items: readonly FileEntry[],
  key: SortKey,
  isDescending: boolean,
  locale: string,
): FileEntry[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byName = (a: FileEntry, b: FileEntry): number => compare(a.localPath, b.localPath);
  const byKey = {
    name: byName,
    size: (a: FileEntry, b: FileEntry): number => a.size - b.size,
    createDate: (a: FileEntry, b: FileEntry): number => compare(a.createDate, b.createDate),
  }[key];
  const sign = isDescending ? -1 : 1;
  return items.toSorted(
    (a, b) => Number(b.directory) - Number(a.directory) || sign * byKey(a, b) || byName(a, b),
  );
}
