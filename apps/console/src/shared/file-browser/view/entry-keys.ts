import type { FileEntry } from '../file-space.js';

/**
 * Names the entries of one drawing for React: by their path, so that a row stays the same when others come before it. While the
 * pages of a large folder are asked for again one after the other, an entry can stand on two of them for a moment: the second
 * one goes by its place, as two of a name would leave a row behind.
 */
export function entryKeys(folder: {
  itemAt: (index: number) => Pick<FileEntry, 'path'> | undefined;
}): (index: number) => string | number {
  const used = new Set<string>();
  return (index) => {
    const path = folder.itemAt(index)?.path;
    if (path === undefined || used.has(path)) {
      return index;
    }
    used.add(path);
    return path;
  };
}
