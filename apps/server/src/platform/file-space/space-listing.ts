import type { Dirent } from 'node:fs';
import type { Language } from '@clusterdesk/contracts';
import { limits } from '@clusterdesk/contracts';
import type { DomainError } from '../http/domain-error.js';
import {
  AccessRefusedError,
  EntryNotFoundError,
  InvalidPathError,
  isErrno,
} from './file-space.errors.js';
import type { SafeDirectory } from './safe-directory.js';
import { joinPath, nameKey } from './space-path.js';
import { toEntry, type SpaceEntry, type SpaceTree } from './space-tree.js';

/** How a folder is shown. Without `size` all entries are listed. */
export interface ListOptions {
  /** 0-based. */
  pageNum?: number;
  size?: number;
  sort?: 'name' | 'size' | 'createDate';
  order?: 'asc' | 'desc';
  language: Language;
}

/** Hits of a search; `isCut` when there may be more. */
export interface FoundEntries {
  entries: SpaceEntry[];
  isCut: boolean;
}

/** How many entries are looked at together; Node has four threads for it, more only costs memory. */
const STAT_BATCH = 64;
/** What a name that is not valid UTF-8 decodes to; no path can address such an entry. */
const UNREADABLE = '\uFFFD';

const collators: Record<Language, Intl.Collator> = {
  cn: new Intl.Collator('zh-CN', { numeric: true }),
  en: new Intl.Collator('en', { numeric: true }),
};

/** The entries of a folder, folders first. */
export async function listFolder(
  tree: SpaceTree,
  path: string,
  options: ListOptions,
): Promise<SpaceEntry[]> {
  return tree.inFolder(path, async (folder) => {
    const visible = (await folder.entries()).filter(isVisible);
    const from = (options.pageNum ?? 0) * (options.size ?? 0);
    const to = options.size === undefined ? undefined : from + options.size;
    if (options.sort === undefined || options.sort === 'name') {
      const page = sortByName(visible, options).slice(from, to);
      return readEntries(folder, path, namesOf(page));
    }
    const entries = await readEntries(folder, path, namesOf(visible));
    return entries.sort(comparator(options)).slice(from, to);
  });
}

/** Entries below a folder whose name contains the key, nearest first, bounded in count and time. */
export async function findEntries(
  tree: SpaceTree,
  key: string,
  path: string,
): Promise<FoundEntries> {
  const wanted = foldCase(key);
  const endsAt = Date.now() + limits.searchMaxMs;
  const entries: SpaceEntry[] = [];
  const folders = [path];
  for (let dir = folders.shift(); dir !== undefined; dir = folders.shift()) {
    const current = dir;
    const found = await tree
      .inFolder(current, async (folder) => {
        const visible = (await folder.entries()).filter(isVisible);
        for (const entry of visible) {
          if (entry.isDirectory()) {
            folders.push(joinPath(current, entry.name));
          }
        }
        const hits = visible.filter((entry) => foldCase(entry.name).includes(wanted));
        return readEntries(folder, current, namesOf(hits.slice(0, limits.searchMaxHits + 1)));
      })
      .catch((error: unknown) => {
        if (current !== path && isUnreachable(error)) {
          return [];
        }
        throw error;
      });
    entries.push(...found);
    if (entries.length > limits.searchMaxHits || (Date.now() > endsAt && folders.length > 0)) {
      return { entries: entries.slice(0, limits.searchMaxHits), isCut: true };
    }
  }
  return { entries, isCut: false };
}

/** Told of a folder that is left out, and why. */
export type OnUnreachable = (path: string, reason: DomainError) => void;

/** Everything below a folder, each folder before what is in it. What cannot be reached is left out. */
export async function* walkFolder(
  tree: SpaceTree,
  path: string,
  onUnreachable?: OnUnreachable,
): AsyncGenerator<SpaceEntry> {
  const children = await tree
    .inFolder(path, async (folder) =>
      readEntries(folder, path, namesOf((await folder.entries()).filter(isVisible))),
    )
    .catch((error: unknown) => {
      if (isUnreachable(error)) {
        onUnreachable?.(path, error);
        return [];
      }
      throw error;
    });
  for (const child of children) {
    yield child;
    if (child.isDirectory) {
      yield* walkFolder(tree, child.path, onUnreachable);
    }
  }
}

/** Jobs make folders that are gone a moment later, that nobody may read, or that lie deeper than a path can say. */
function isUnreachable(error: unknown): error is DomainError {
  return (
    error instanceof EntryNotFoundError ||
    error instanceof AccessRefusedError ||
    error instanceof InvalidPathError
  );
}

function isVisible(entry: Dirent): boolean {
  return (entry.isFile() || entry.isDirectory()) && !entry.name.includes(UNREADABLE);
}

function namesOf(entries: readonly Dirent[]): string[] {
  return entries.map((entry) => entry.name);
}

function foldCase(name: string): string {
  return nameKey(name).toLowerCase();
}

async function readEntries(
  folder: SafeDirectory,
  dir: string,
  names: readonly string[],
): Promise<SpaceEntry[]> {
  const entries: SpaceEntry[] = [];
  for (let start = 0; start < names.length; start += STAT_BATCH) {
    const batch = names.slice(start, start + STAT_BATCH).map(async (name) => {
      try {
        return toEntry(await folder.lstat(name), dir, name);
      } catch (error) {
        if (isErrno(error, 'ENOENT')) {
          return null; // gone since the folder was read
        }
        throw error;
      }
    });
    entries.push(...(await Promise.all(batch)).filter((entry) => entry !== null));
  }
  return entries;
}

function sortByName(entries: Dirent[], options: ListOptions): Dirent[] {
  const { compare } = collators[options.language];
  const sign = options.order === 'desc' ? -1 : 1;
  return entries.sort(
    (a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || sign * compare(a.name, b.name),
  );
}

function comparator(options: ListOptions): (a: SpaceEntry, b: SpaceEntry) => number {
  const { compare } = collators[options.language];
  const sign = options.order === 'desc' ? -1 : 1;
  const value = (entry: SpaceEntry): number =>
    options.sort === 'size' ? entry.sizeBytes : entry.modifiedAt.getTime();
  return (a, b) =>
    Number(b.isDirectory) - Number(a.isDirectory) ||
    sign * (value(a) - value(b)) ||
    compare(a.name, b.name);
}
