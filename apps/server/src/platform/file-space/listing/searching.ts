import { fileKindOf, limits, type FileKind } from '@clusterdesk/contracts';
import { joinPath, nameKey } from '../space-path.js';
import type { SpaceEntry, SpaceTree } from '../space-tree.js';
import { passing, type EntryFilter } from './entry-filter.js';
import { readEntries, readNames } from './folder-reading.js';
import { isUnreachable } from './space-listing.js';

/** The maximum number of folders that wait to be searched. */
const maxFoldersWaiting = 100_000;

/** What is looked for besides the name, and how a search is bounded besides count and time. */
export interface FindOptions {
  /** One of these kinds; none or absent: any. */
  kinds?: readonly FileKind[] | undefined;
  /** Changed at this moment or later, ms since the epoch. */
  changedFrom?: number | undefined;
  /** Changed before this moment, ms since the epoch. */
  changedTo?: number | undefined;
  filter?: EntryFilter | undefined;
  /** Ends the search; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** When its time is over, ms since the epoch; absent: as long as a search may take. */
  endsAt?: number | undefined;
}

/** Hits of a search, and how far it came. */
export interface FoundEntries {
  entries: SpaceEntry[];
  /** How many folders it looked into. */
  searchedFolders: number;
  /** Why there may be more; null: it looked everywhere. */
  cutBy: 'count' | 'time' | null;
}

/** When a search that begins now has to end. */
export const searchEnd = (): number => Date.now() + limits.searchMaxMs;

/** Whether an entry may be a hit by what its name and its kind say. An empty key is a part of every name. */
export function matchesName(
  key: string,
  { kinds = [] }: FindOptions,
  entry: { name: string; isDirectory: boolean },
): boolean {
  return (
    foldCase(entry.name).includes(foldCase(key)) &&
    (kinds.length === 0 || kinds.includes(fileKindOf(entry.name, entry.isDirectory)))
  );
}

/** Whether it was changed when the search wants it. */
export function matchesTime(
  { changedFrom = -Infinity, changedTo = Infinity }: FindOptions,
  { modifiedAt }: SpaceEntry,
): boolean {
  const time = modifiedAt.getTime();
  return time >= changedFrom && time < changedTo;
}

/** Files and folders below a folder whose name contains the key, nearest first, bounded in count and time. */
export async function findEntries(
  tree: SpaceTree,
  key: string,
  path: string,
  options: FindOptions = {},
): Promise<FoundEntries> {
  const { filter, signal, endsAt = searchEnd() } = options;
  const entries: SpaceEntry[] = [];
  const folders = [path];
  let searchedFolders = 0;
  // Read by position and grown meanwhile: taking the first off would move all the others.
  for (const [at, current] of folders.entries()) {
    signal?.throwIfAborted();
    const isFull = (): boolean => folders.length - at > maxFoldersWaiting;
    const cutBy = await tree
      .inFolder(current, async (folder): Promise<FoundEntries['cutBy']> => {
        searchedFolders += 1;
        for await (const names of readNames(folder)) {
          const hits: string[] = [];
          const shown = await passing(names, ({ name }) => joinPath(current, name), filter);
          for (const entry of shown) {
            if (entry.isDirectory && !isFull()) {
              folders.push(joinPath(current, entry.name));
            }
            if (matchesName(key, options, entry)) {
              hits.push(entry.name);
            }
          }
          const found = await readEntries(folder, current, hits);
          entries.push(...found.filter((entry) => matchesTime(options, entry)));
          signal?.throwIfAborted();
          if (entries.length > limits.searchMaxHits) {
            return 'count';
          }
          if (Date.now() > endsAt) {
            return 'time';
          }
        }
        return isFull() ? 'count' : null;
      })
      .catch((error: unknown) => {
        if (current !== path && isUnreachable(error)) {
          return null;
        }
        throw error;
      });
    if (cutBy !== null) {
      return { entries: entries.slice(0, limits.searchMaxHits), searchedFolders, cutBy };
    }
  }
  return { entries, searchedFolders, cutBy: null };
}

function foldCase(name: string): string {
  return nameKey(name).toLowerCase();
}
