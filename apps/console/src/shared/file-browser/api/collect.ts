import { limits } from '@clusterdesk/contracts';
import type { FilesSort } from '../file-names.js';
import type { FileEntry, FileSpace } from '../file-space.js';

/** Entries asked for at once where none of them is drawn: the most that one call gives. */
const bulkSize = limits.maxPageSize;
/** Calls under way at a time; more would only wait in the server. */
const parallelCalls = 2;

/** How whoever waits for many entries follows it, and stops it. */
export interface CollectOptions {
  signal: AbortSignal;
  /** Told with each answer: how many of the wanted entries are here. */
  onProgress: (done: number, total: number) => void;
}

/**
 * The entries of a span of a folder, `to` included, past the pages that are kept for drawing. What moved from one page to
 * another while it was read stands in the answer once.
 * @throws ApiError, and the signal's reason when it was stopped
 */
export async function collectEntries(
  space: FileSpace,
  dir: string,
  sort: FilesSort,
  from: number,
  to: number,
  { signal, onProgress }: CollectOptions,
): Promise<FileEntry[]> {
  const first = Math.floor(from / bulkSize);
  const count = Math.floor(to / bulkSize) - first + 1;
  const pages: FileEntry[][] = [];
  let next = 0;
  let done = 0;
  const fetchOn = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) {
      signal.throwIfAborted();
      const start = (first + at) * bulkSize;
      const page = await space.list(
        dir,
        {
          pageNum: first + at,
          size: bulkSize,
          sort: sort.key,
          order: sort.isDescending ? 'desc' : 'asc',
        },
        signal,
      );
      signal.throwIfAborted();
      const wanted = page.slice(Math.max(0, from - start), Math.max(0, to + 1 - start));
      pages[at] = wanted;
      done += wanted.length;
      onProgress(done, to - from + 1);
    }
  };
  await Promise.all(Array.from({ length: parallelCalls }, fetchOn));
  return [...new Map(pages.flat().map((item) => [item.path, item])).values()];
}

/** The names of all entries of a folder, however many there are. @throws ApiError */
export async function collectNames(space: FileSpace, dir: string): Promise<Set<string>> {
  const { total } = await space.summary(dir);
  const watch = { signal: new AbortController().signal, onProgress: () => undefined };
  const sort = { key: 'name', isDescending: false } as const;
  const items = total > 0 ? await collectEntries(space, dir, sort, 0, total - 1, watch) : [];
  return new Set(items.map(({ localPath }) => localPath));
}
