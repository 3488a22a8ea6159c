import type { FileHandle } from 'node:fs/promises';
import { limits, type FolderSummary, type Language } from '@clusterdesk/contracts';
import { AccessRefusedError, EntryNotFoundError } from './file-space.errors.js';
import { passing, type EntryFilter } from './listing/entry-filter.js';
import type { HiddenEntry } from './listing/hidden-entries.js';
import { compareNames } from './listing/folder-order.js';
import { inOrder, type ListOptions, type WalkOptions } from './listing/space-listing.js';
import {
  matchesName,
  matchesTime,
  searchEnd,
  type FindOptions,
  type FoundEntries,
} from './listing/searching.js';
import { MountedPaths } from './mounted-paths.js';
import type { PlacingOutcome } from './placing/batch-placing.js';
import type { Conflict, NewFile } from './placing/file-placing.js';
import type { Clearing, ManyFolders, OnMade } from './placing/told-changes.js';
import type { RootedFiles } from './rooted-files.js';
import { cleanPath, splitPath } from './space-path.js';
import type { SpaceEntry } from './space-tree.js';
import type { FileIdentity } from './file-identity.js';

/**
 * Several entries of a tree side by side at the top of one of their own, however far apart they lie; their names and
 * paths are those of `MountedPaths`. The top itself is fixed: nothing is made, moved or removed in it.
 */
export class VirtualRoot implements RootedFiles {
  private readonly paths: MountedPaths;

  /**
   * @param absent which of the paths, by their position, are not shown; their names stay theirs
   * @throws RootFixedError when one of the paths is the tree's own top
   */
  constructor(
    private readonly files: RootedFiles,
    paths: readonly string[],
    absent?: ReadonlySet<number>,
  ) {
    this.paths = new MountedPaths(paths, absent);
  }

  /** Where a path lies in the tree that the entries are of; null for the top, which is nowhere there. */
  originOf(path: string): string | null {
    return this.paths.originOf(path);
  }

  /** Where what lies at a path of the tree stands here, the first place of several; null: nowhere. */
  shownAt(origin: string): string | null {
    return this.paths.placesOf(origin)[0] ?? null;
  }

  async list(path: string, options: ListOptions): Promise<SpaceEntry[]> {
    if (this.originOf(path) !== null) {
      const entries = await this.ask(path, (origin) =>
        this.files.list(origin, this.paths.withFilter(path, options)),
      );
      return entries.map((entry) => this.paths.shown(path, entry));
    }
    const entries = inOrder(await this.topEntries(options.language, options.filter), options);
    const from = (options.pageNum ?? 0) * (options.size ?? 0);
    return entries.slice(from, options.size === undefined ? undefined : from + options.size);
  }

  async count(path: string, language: Language, filter?: EntryFilter): Promise<FolderSummary> {
    if (this.originOf(path) !== null) {
      const options = this.paths.withFilter(path, { filter });
      return this.ask(path, (origin) => this.files.count(origin, language, options.filter));
    }
    const entries = await this.topEntries(language, filter);
    const folders = entries.filter(({ isDirectory }) => isDirectory).length;
    return { total: entries.length, folders, hidden: 0 };
  }

  async find(key: string, path = '/', options: FindOptions = {}): Promise<FoundEntries> {
    if (this.originOf(path) !== null) {
      const found = await this.ask(path, (origin) =>
        this.files.find(key, origin, this.paths.withFilter(path, options)),
      );
      return { ...found, entries: found.entries.map((entry) => this.paths.shown(path, entry)) };
    }
    // One time and one count for all of what stands side by side.
    const bounded = { ...options, endsAt: options.endsAt ?? searchEnd() };
    const found: FoundEntries = { entries: [], searchedFolders: 0, cutBy: null };
    for (const top of await this.topEntries('en', options.filter)) {
      if (matchesName(key, options, top) && matchesTime(options, top)) {
        found.entries.push(top);
      }
      if (top.isDirectory) {
        const below = await this.find(key, top.path, bounded);
        found.entries.push(...below.entries);
        found.searchedFolders += below.searchedFolders;
        found.cutBy ??= below.cutBy;
      }
      if (found.entries.length > limits.searchMaxHits) {
        return { ...found, entries: found.entries.slice(0, limits.searchMaxHits), cutBy: 'count' };
      }
    }
    return found;
  }

  async *walk(path: string, options: WalkOptions = {}): AsyncGenerator<SpaceEntry> {
    if (this.originOf(path) !== null) {
      const within = this.files.walk(this.paths.inside(path), this.paths.withFilter(path, options));
      try {
        for await (const entry of within) {
          yield this.paths.shown(path, entry);
        }
      } catch (error) {
        throw this.paths.toldOf(path, error);
      }
      return;
    }
    for (const top of await this.topEntries('en', options.filter)) {
      yield top;
      if (top.isDirectory) {
        yield* this.walk(top.path, options);
      }
    }
  }

  async stat(path: string): Promise<SpaceEntry> {
    const origin = this.originOf(path);
    if (origin === null) {
      return { name: '', path: '/', isDirectory: true, sizeBytes: 0, modifiedAt: new Date(0) };
    }
    const clean = cleanPath(path);
    const name = splitPath(path).at(-1) ?? '';
    return { ...(await this.ask(path, () => this.files.stat(origin))), path: clean, name };
  }

  async identify(path: string): Promise<FileIdentity> {
    return this.ask(path, (origin) => this.files.identify(origin));
  }

  async openRead(path: string): Promise<FileHandle> {
    return this.ask(path, (origin) => this.files.openRead(origin));
  }

  async linkToPath(path: string, absolutePath: string): Promise<void> {
    return this.ask(path, (origin) => this.files.linkToPath(origin, absolutePath));
  }

  async findTaken(dir: string, name: string): Promise<string | null> {
    return this.ask(dir, (origin) => this.files.findTaken(origin, name));
  }

  async freeName(dir: string, name: string): Promise<string> {
    return this.ask(dir, (origin) => this.files.freeName(origin, name));
  }

  async listHidden(dir: string, filter?: EntryFilter): Promise<readonly HiddenEntry[]> {
    if (this.originOf(dir) === null) {
      return [];
    }
    const inside = this.paths.withFilter(dir, { filter });
    return this.ask(dir, (origin) => this.files.listHidden(origin, inside.filter));
  }

  async identifyHidden(dir: string, rawName: Buffer): Promise<FileIdentity> {
    return this.ask(dir, (origin) => this.files.identifyHidden(origin, rawName));
  }

  async renameHidden(dir: string, rawName: Buffer, newName: string): Promise<SpaceEntry> {
    const renamed = await this.ask(dir, (origin) =>
      this.files.renameHidden(origin, rawName, newName),
    );
    return this.paths.shown(dir, renamed);
  }

  async mkdir(path: string, onMade?: OnMade): Promise<SpaceEntry> {
    const made = this.paths.madeAt(path, onMade);
    const entry = await this.files.mkdir(this.paths.insideEntry(path), made);
    return this.paths.shown(parentOf(path), entry);
  }

  async makeDirs(path: string, onMade?: OnMade): Promise<string> {
    await this.files.makeDirs(this.paths.inside(path), this.paths.madeAt(path, onMade));
    return cleanPath(path);
  }

  async makeManyDirs(paths: readonly string[], making: ManyFolders): Promise<void> {
    for (const path of paths) {
      await this.files.makeManyDirs([this.paths.inside(path)], {
        onChange: (dir) => making.onChange(this.paths.shownPath(path, dir)),
        onMade: this.paths.madeAt(path, making.onMade),
        signal: making.signal,
      });
    }
  }

  async move(from: string, to: string): Promise<SpaceEntry> {
    const entry = await this.files.move(this.paths.insideEntry(from), this.paths.insideEntry(to));
    return this.paths.shown(parentOf(to), entry);
  }

  async moveInto(
    path: string,
    dir: string,
    conflict: Conflict,
    clearing?: Clearing,
  ): Promise<SpaceEntry> {
    const target = this.paths.inside(dir);
    const inside = this.paths.clearingIn(dir, clearing);
    return this.paths.shown(
      dir,
      await this.files.moveInto(this.paths.insideEntry(path), target, conflict, inside),
    );
  }

  async place(
    staged: string,
    identity: FileIdentity,
    dir: string,
    name: string,
    conflict: Conflict,
    clearing?: Clearing,
  ): Promise<SpaceEntry> {
    const inside = this.paths.clearingIn(dir, clearing);
    const origin = this.paths.inside(dir);
    const placed = await this.files.place(staged, identity, origin, name, conflict, inside);
    return this.paths.shown(dir, placed);
  }

  async placeAll(dir: string, files: readonly NewFile[]): Promise<PlacingOutcome[]> {
    const inside = files.map((file) => ({
      ...file,
      clearing: this.paths.clearingIn(dir, file.clearing),
    }));
    const outcomes = await this.files.placeAll(this.paths.inside(dir), inside);
    return outcomes.map((outcome) =>
      'path' in outcome ? { path: this.paths.shownPath(dir, outcome.path) } : outcome,
    );
  }

  async placeTree(
    staged: string,
    dir: string,
    name: string,
    conflict: Conflict,
    identity?: FileIdentity,
    clearing?: Clearing,
  ): Promise<SpaceEntry> {
    const inside = this.paths.clearingIn(dir, clearing);
    const origin = this.paths.inside(dir);
    return this.paths.shown(
      dir,
      await this.files.placeTree(staged, origin, name, conflict, identity, inside),
    );
  }

  async toTrash(path: string, id?: string): Promise<{ id: string }> {
    return this.files.toTrash(this.paths.insideEntry(path), id);
  }

  /** Asks the tree about what a path means there; a refusal names the path of this root. */
  private async ask<T>(path: string, work: (origin: string) => Promise<T>): Promise<T> {
    const origin = this.paths.inside(path);
    try {
      return await work(origin);
    } catch (error) {
      throw this.paths.toldOf(path, error);
    }
  }

  /** In the order of the language, folders first; an entry that is gone is left out. */
  private async topEntries(
    language: Language,
    filter: EntryFilter | undefined,
  ): Promise<SpaceEntry[]> {
    const names = await passing(this.paths.names(), (name) => `/${name}`, filter);
    const found = await Promise.all(
      names.map((name) =>
        this.stat(`/${name}`).catch((error: unknown) => {
          if (error instanceof EntryNotFoundError || error instanceof AccessRefusedError) {
            return null;
          }
          throw error;
        }),
      ),
    );
    const compare = compareNames(language);
    return found
      .filter((entry) => entry !== null)
      .sort(
        (one, other) =>
          Number(other.isDirectory) - Number(one.isDirectory) || compare(one.name, other.name),
      );
  }
}

function parentOf(path: string): string {
  return `/${splitPath(path).slice(0, -1).join('/')}`;
}
