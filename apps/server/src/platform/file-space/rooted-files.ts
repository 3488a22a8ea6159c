import type { FileHandle } from 'node:fs/promises';
import type { FolderSummary, Language } from '@clusterdesk/contracts';
import type { ListOptions, WalkOptions } from './listing/space-listing.js';
import type { FindOptions, FoundEntries } from './listing/searching.js';
import type { PlacingOutcome } from './placing/batch-placing.js';
import type { Conflict, FileIdentity, NewFile } from './placing/file-placing.js';
import type { EntryFilter } from './listing/entry-filter.js';
import type { HiddenEntry } from './listing/hidden-entries.js';
import type { SpaceEntry } from './space-tree.js';

/** How something makes way to the trash. */
export interface Clearing {
  /** Under which the first that makes way lies in the trash; chosen before, so that it is found there after a crash. */
  id: string;
  /** Told of what made way: where it was, and under which id it lies in the trash now. */
  onTrashed: (trashed: { path: string; id: string }) => void;
}

/** A folder that this very call made, and which one it is. */
export interface MadeFolder {
  path: string;
  identity: FileIdentity;
}

/** Told of each folder that a call made. One that was there, or that another made in the same moment, is not among them. */
export type OnMade = (made: MadeFolder) => void;

/** How the making of many folders goes on. */
export interface ManyFolders {
  /** Hears of each folder that got a new one. */
  onChange: (dir: string) => void;
  onMade?: OnMade | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * A tree of files as one may reach it: a space as a whole, a folder of it, or several of its entries side by side. Paths
 * are absolute within the tree, and so are those of the entries that come back.
 */
export interface RootedFiles {
  /** The tree below a folder of this one; that it exists shows when it is used. */
  below(path: string): RootedFiles;

  /** Entries of a folder, folders first, then by name in the language's order. */
  list(path: string, options: ListOptions): Promise<SpaceEntry[]>;
  /** How many entries a folder has, how many of them are folders, and how many more cannot be shown. */
  count(path: string, language: Language, filter?: EntryFilter): Promise<FolderSummary>;
  /** Entries below a folder whose name contains the key; bounded in count and time. */
  find(key: string, path?: string, options?: FindOptions): Promise<FoundEntries>;
  /** Everything below a folder by name, each folder before what is in it. */
  walk(path: string, options?: WalkOptions): AsyncGenerator<SpaceEntry>;
  stat(path: string): Promise<SpaceEntry>;
  /** Which file or folder it is, whatever its name. */
  identify(path: string): Promise<FileIdentity>;
  /** The path of this very file or folder in a folder; null when it is not there. */
  findIdentity(dir: string, identity: FileIdentity): Promise<string | null>;
  /** Opens a regular file for reading; the caller closes it. */
  openRead(path: string): Promise<FileHandle>;
  /** Gives a file a second name at a path of the platform. Compare which file it got: the path may have changed hands. */
  linkToPath(path: string, absolutePath: string): Promise<void>;
  /** The name under which a name is taken in a folder, perhaps spelled differently; null when it is free. */
  findTaken(dir: string, name: string): Promise<string | null>;
  /** The name itself, or the first free one like it. */
  freeName(dir: string, name: string): Promise<string>;

  /** What a folder has but does not show, in no order; bounded in count. */
  listHidden(dir: string, filter?: EntryFilter): Promise<readonly HiddenEntry[]>;
  /** Which entry it is that has a name no path can say. */
  identifyHidden(dir: string, rawName: Buffer): Promise<FileIdentity>;
  /** Gives such an entry another name; a taken one is never replaced. */
  renameHidden(dir: string, rawName: Buffer, newName: string): Promise<SpaceEntry>;

  mkdir(path: string, onMade?: OnMade): Promise<SpaceEntry>;
  makeDirs(path: string, onMade?: OnMade): Promise<string>;
  makeManyDirs(paths: readonly string[], making: ManyFolders): Promise<void>;
  move(from: string, to: string): Promise<SpaceEntry>;
  moveInto(path: string, dir: string, conflict: Conflict, clearing?: Clearing): Promise<SpaceEntry>;
  place(
    staged: string,
    identity: FileIdentity,
    dir: string,
    name: string,
    conflict: Conflict,
  ): Promise<SpaceEntry>;
  placeAll(dir: string, files: readonly NewFile[]): Promise<PlacingOutcome[]>;
  placeTree(
    staged: string,
    dir: string,
    name: string,
    conflict: Conflict,
    identity?: FileIdentity,
    clearing?: Clearing,
  ): Promise<SpaceEntry>;
  /** Moves an entry into the trash of its space, under this id when one is given. */
  toTrash(path: string, id?: string): Promise<{ id: string }>;
}
