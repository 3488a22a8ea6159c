import type {
  CopyState,
  DiskItem,
  FileKind,
  FolderMeasure,
  FolderSummary,
  PackageState,
  SpaceRef,
} from '@clusterdesk/contracts';
import { spaceIdOf } from '@clusterdesk/contracts';
import type { VersionedSpace } from './versions/versions-of.js';

/** An entry of any space: on the wire they are all alike. */
export type FileEntry = DiskItem;

/** A file that is looked at: as it is, or as it was before it was replaced. */
export interface ShownFile extends FileEntry {
  /** Of which of its versions the size is and the bytes are; absent: what it is now. */
  versionId?: string;
}

/** What becomes of a taken name: refuse, overwrite, keep both (contract: Personal disk). */
export type ConflictOperation = '0' | '1' | '2';

/** Which part of a folder is asked for, and in which order. */
export interface EntryPage {
  pageNum: number;
  size: number;
  sort: 'name' | 'size' | 'createDate';
  order: 'asc' | 'desc';
}

/** What a search looks for. */
export interface SearchQuery {
  /** A part of the name; case does not matter. */
  key: string;
  /** One of these kinds; none: any. */
  kinds: FileKind[];
  /** Changed at this moment or later, and before that one, ms since the epoch. */
  changedFrom?: number | undefined;
  changedTo?: number | undefined;
}

/** The hits of a search, files and folders, and how far it came. */
export interface SearchResult {
  items: FileEntry[];
  /** How many folders it looked into. */
  searchedFolders: number;
  /** Why there may be more; null: it looked everywhere. */
  cutBy: 'count' | 'time' | null;
}

/** How the hits of a search are narrowed, as its address has it; empty: not at all. */
export interface SearchFilter {
  kind: FileKind | '';
  /** A number of days until now, or `from..to` in days of the platform's zone, of which one may be missing. */
  changed: string;
}

/** The first free name like a name, and whether the name itself is taken. */
export interface NameCheck {
  sameName: boolean;
  newName: string;
}

/** The changes a space allows; a space that only shows leaves them out. All of them throw ApiError. */
export interface FileSpaceChanges {
  /** Creates a folder and answers its path. */
  mkdir: (path: string) => Promise<string>;
  /** Creates folders and those above them; existing ones stay. */
  mkdirs: (paths: string[], signal: AbortSignal) => Promise<void>;
  /** Gives an entry another path, answers the one it has now. */
  rename: (path: string, newPath: string) => Promise<string>;
  remove: (paths: string[]) => Promise<void>;
  /** Of so many entries at once there is a way back; absent: of none. More are asked about before they are removed. */
  undoMax?: number;
  /** The way back of what was just removed, for as long as it is offered; null: there is none. */
  undoRemove?: (paths: readonly string[]) => Promise<(() => Promise<number>) | null>;
  move: (
    paths: string[],
    dir: string,
    operation: ConflictOperation,
  ) => Promise<{ path: string; newPath: string }[]>;
  /** Starts a copy in the background and answers how far it is. */
  copy: (paths: string[], dir: string, operation: ConflictOperation) => Promise<CopyState>;
  /** Starts to unpack a zip into a new folder beside it; absent: the space does not. */
  unzip?: (path: string) => Promise<CopyState>;
}

/** How the bytes of a space are had. All throw ApiError. */
export interface FileSpaceReads {
  /** A download token for one file at once, or with `isAsync` the state of the packing of several entries. */
  download: (paths: string[], isAsync: boolean) => Promise<string | PackageState>;
  /** A token to show one file in the page. */
  preview: (path: string, signal: AbortSignal) => Promise<string>;
  /** How much lies below a folder, as far as it could be seen in a few seconds; absent: it is not told. */
  measure?: (dir: string, signal: AbortSignal) => Promise<FolderMeasure>;
  /** The SHA-256 of a file in hexadecimal digits; it may take a minute. Absent: it is not told. */
  checksum?: (path: string, signal: AbortSignal) => Promise<string>;
}

/** What of a space its user has made favourites. All throw ApiError. */
export interface FileSpaceFavourites {
  queryKey: readonly unknown[];
  /** Their paths, as far as the user may see them. */
  paths: (signal: AbortSignal) => Promise<string[]>;
  change: (paths: string[], isFavourite: boolean) => Promise<void>;
}

/**
 * One tree of files as the file browser, its dialogs and the transfers see it: which calls list and change it, and what its
 * pages are. Each feature that has files gives one (`diskSpace`); nothing here knows which features there are.
 */
export interface FileSpace {
  ref: SpaceRef;
  /** What its top is called, and the area that stands before it in the breadcrumb; in the language of now. */
  rootLabel: () => string;
  areaLabel: () => string;
  /** The page of that area; absent: it has none. */
  areaPath?: string;
  /** Whether several entries may be selected at once (spec part 1 §2 allows one in projects). */
  select: 'one' | 'many';
  list: (dir: string, page: EntryPage, signal?: AbortSignal) => Promise<FileEntry[]>;
  /** How many entries a folder has, and how many of them cannot be shown. */
  summary: (dir: string, signal?: AbortSignal) => Promise<FolderSummary>;
  /** Entries below a folder that a search looks for; absent: no search. */
  find?: (dir: string, query: SearchQuery, signal?: AbortSignal) => Promise<SearchResult>;
  /** Asks about a name; `isFolder` when a whole folder is to be put there. */
  checkName: (dir: string, name: string, isFolder?: boolean) => Promise<NameCheck>;
  /** Absent: the space is only shown. */
  changes?: FileSpaceChanges;
  reads: FileSpaceReads;
  /** What files were before they were replaced; absent: it is not shown. */
  versions?: VersionedSpace;
  /** Whether its pictures have thumbnails. */
  hasThumbnails?: boolean;
  /** Absent: nothing here can be made a favourite. */
  favourites?: FileSpaceFavourites;
  /** What else this space knows of an entry that it listed, as names and values for people; absent: nothing. */
  detailsOf?: (entry: FileEntry) => readonly { name: string; value: string }[];
  /** An entry as scripts of jobs name it, a word of the shell; absent: jobs do not see this space. */
  scriptWord?: (path: string) => string;
  /** The page of a folder, and of a search from it, through everything unless it is only for what is below. */
  folderPath: (dir: string) => string;
  searchPath: (
    dir: string,
    key: string,
    scope?: 'all' | 'here',
    filter?: Partial<SearchFilter>,
  ) => string;
}

/** Names a space in cache keys and in the storage of the browser. */
export const spaceKeyOf = (ref: SpaceRef): string =>
  ref.space === 'disk' ? 'disk' : `${ref.space}:${spaceIdOf(ref)}`;

/** The cache keys of a space's files: of everything, of one folder, of its searches. */
export const fileKeys = {
  all: (ref: SpaceRef) => ['files', spaceKeyOf(ref)] as const,
  list: (ref: SpaceRef, dir: string) => ['files', spaceKeyOf(ref), 'list', dir] as const,
  summary: (ref: SpaceRef, dir: string) => ['files', spaceKeyOf(ref), 'summary', dir] as const,
  hidden: (ref: SpaceRef, dir: string) => ['files', spaceKeyOf(ref), 'hidden', dir] as const,
  versions: (ref: SpaceRef, dir: string, path?: string) =>
    ['files', spaceKeyOf(ref), 'versions', dir, ...(path === undefined ? [] : [path])] as const,
  find: (ref: SpaceRef) => ['files', spaceKeyOf(ref), 'find'] as const,
  /** What costs more than a look: not asked anew whenever something changes, but for an entry that is another one by now. */
  details: (ref: SpaceRef, { path, size, createDate }: FileEntry) =>
    ['fileDetails', spaceKeyOf(ref), path, size, createDate] as const,
};

/** The same space as it is only looked at: where something is chosen, nothing new is made. */
export function withoutChanges(space: FileSpace): FileSpace {
  const shown = { ...space };
  delete shown.changes;
  return shown;
}

/** The changes of a space that has some. @throws Error where a page offers an action that its space has not */
export function changesOf(space: FileSpace): FileSpaceChanges {
  if (!space.changes) {
    throw new Error(`The space ${spaceKeyOf(space.ref)} is only shown.`);
  }
  return space.changes;
}
