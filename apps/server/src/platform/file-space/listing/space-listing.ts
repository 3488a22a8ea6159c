import type { FolderSummary, Language } from '@clusterdesk/contracts';
import type { DomainError } from '../../http/domain-error.js';
import { AccessRefusedError, EntryNotFoundError, InvalidPathError } from '../file-space.errors.js';
import { passing, type EntryFilter } from './entry-filter.js';
import { folderOrders, type FolderOrder } from './folder-order.js';
import { readEntries, readNames, type OnHidden } from './folder-reading.js';
import { cooperativeSort } from './cooperative-sort.js';
import { joinPath } from '../space-path.js';
import type { SpaceEntry, SpaceTree } from '../space-tree.js';

/** How a folder is shown. Without `size` all entries are listed. */
export interface ListOptions {
  /** 0-based. */
  pageNum?: number;
  size?: number;
  sort?: 'name' | 'size' | 'createDate';
  order?: 'asc' | 'desc';
  language: Language;
  /** Which entries are listed; absent: all. */
  filter?: EntryFilter | undefined;
}

/** What a walk leaves out, and who hears of it. */
export interface WalkOptions {
  onUnreachable?: OnUnreachable | undefined;
  /** Told of what is there but cannot be shown. */
  onHidden?: OnHidden | undefined;
  filter?: EntryFilter | undefined;
  /** Told of what the filter left out. */
  onFiltered?: ((path: string) => void) | undefined;
  /** Ends the walk; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Goes on behind this entry, as the names of the way to it; the entry itself and what came before it are left out. */
  after?: readonly string[] | undefined;
}

/** The entries of a folder, folders first. */
export async function listFolder(
  tree: SpaceTree,
  path: string,
  options: ListOptions,
): Promise<SpaceEntry[]> {
  return tree.inFolder(path, async (folder) => {
    const from = (options.pageNum ?? 0) * (options.size ?? 0);
    const to = options.size === undefined ? undefined : from + options.size;
    const order = await visibleOrder(
      await folderOrders.read(folder, options.language),
      path,
      options.filter,
    );
    if (options.sort === undefined || options.sort === 'name') {
      return readEntries(folder, path, inDirection(order, options.order).slice(from, to));
    }
    const entries = await readEntries(folder, path, order.names);
    return (await cooperativeSort(entries, comparator(options))).slice(from, to);
  });
}

/** How many entries a folder has, how many of them are folders, and how many more cannot be shown. */
export async function countEntries(
  tree: SpaceTree,
  path: string,
  language: Language,
  filter?: EntryFilter,
): Promise<FolderSummary> {
  return tree.inFolder(path, async (folder) => {
    const order = await folderOrders.read(folder, language);
    const { names, folders, hidden } = await visibleOrder(order, path, filter);
    return { total: names.length, folders, hidden: hidden.length };
  });
}

/** Told of a folder that is left out, and why. */
export type OnUnreachable = (path: string, reason: DomainError) => void;

/** Everything below a folder by name, each folder before what is in it. What cannot be reached is left out. */
export async function* walkFolder(
  tree: SpaceTree,
  path: string,
  options: WalkOptions = {},
): AsyncGenerator<SpaceEntry> {
  const { onUnreachable, onHidden, signal } = options;
  const [passed, ...deeper] = options.after ?? [];
  signal?.throwIfAborted();
  const hide: OnHidden = (name, kind) => onHidden?.(joinPath(path, name), kind);
  const children = await tree
    .inFolder(path, async (folder) => {
      const names: string[] = [];
      for await (const some of readNames(folder, hide)) {
        names.push(...some.map(({ name }) => name));
      }
      const left = passed === undefined ? names : names.filter((name) => name >= passed);
      return readEntries(folder, path, await shownNames(path, left.sort(), options));
    })
    .catch((error: unknown) => {
      if (isUnreachable(error)) {
        onUnreachable?.(path, error);
        return [];
      }
      throw error;
    });
  for (const child of children) {
    const isPassed = child.name === passed;
    if (!isPassed) {
      yield child;
    }
    if (child.isDirectory) {
      const after = isPassed ? deeper : undefined;
      yield* walkFolder(tree, child.path, { ...options, after });
    }
  }
}

async function shownNames(
  dir: string,
  names: readonly string[],
  { filter, onFiltered }: WalkOptions,
): Promise<readonly string[]> {
  const shown = await passing(names, (name) => joinPath(dir, name), filter);
  if (onFiltered && shown.length < names.length) {
    const kept = new Set(shown);
    names.filter((name) => !kept.has(name)).forEach((name) => onFiltered(joinPath(dir, name)));
  }
  return shown;
}

/** The order of a folder's entries that may be seen. */
async function visibleOrder(
  order: FolderOrder,
  dir: string,
  filter: EntryFilter | undefined,
): Promise<FolderOrder> {
  if (!filter) {
    return order;
  }
  const ranked = [...order.names, ...order.hidden].map((name, index) => ({ name, index }));
  const shown = await passing(ranked, ({ name }) => joinPath(dir, name), filter);
  const namesBetween = (from: number, to?: number): string[] =>
    shown.filter(({ index }) => index >= from && index < (to ?? Infinity)).map(({ name }) => name);
  return {
    names: namesBetween(0, order.names.length),
    folders: namesBetween(0, order.folders).length,
    hidden: namesBetween(order.names.length),
  };
}

/** Jobs make folders that are gone a moment later, that nobody may read, or that lie deeper than a path can say. */
export function isUnreachable(error: unknown): error is DomainError {
  return (
    error instanceof EntryNotFoundError ||
    error instanceof AccessRefusedError ||
    error instanceof InvalidPathError
  );
}

function inDirection<T>(
  { names, folders }: { names: readonly T[]; folders: number },
  direction: ListOptions['order'],
): T[] {
  return direction === 'desc'
    ? [...names.slice(0, folders).reverse(), ...names.slice(folders).reverse()]
    : [...names];
}

/** Entries that are in the order of their names already, folders first, in the order that is asked for. */
export function inOrder(
  entries: readonly SpaceEntry[],
  options: Pick<ListOptions, 'sort' | 'order'>,
): SpaceEntry[] {
  if (options.sort === undefined || options.sort === 'name') {
    const folders = entries.filter(({ isDirectory }) => isDirectory);
    return inDirection({ names: entries, folders: folders.length }, options.order);
  }
  return [...entries].sort(comparator(options));
}

/** By value, equal ones by name; the entries come in the names' order, and sorting keeps that. */
function comparator(
  options: Pick<ListOptions, 'sort' | 'order'>,
): (a: SpaceEntry, b: SpaceEntry) => number {
  const sign = options.order === 'desc' ? -1 : 1;
  const value = (entry: SpaceEntry): number =>
    options.sort === 'size' ? entry.sizeBytes : entry.modifiedAt.getTime();
  return (a, b) => Number(b.isDirectory) - Number(a.isDirectory) || sign * (value(a) - value(b));
}
