import type { FileHandle } from 'node:fs/promises';
import type { Language } from '@clusterdesk/contracts';
import { AccessRefusedError, EntryNotFoundError, RootFixedError } from './file-space.errors.js';
import { passing, type EntryFilter } from './listing/entry-filter.js';
import { compareNames } from './listing/folder-order.js';
import type {
  FindOptions,
  FoundEntries,
  ListOptions,
  WalkOptions,
} from './listing/space-listing.js';
import type { PlacingOutcome } from './placing/batch-placing.js';
import type { Conflict, FileIdentity, NewFile } from './placing/file-placing.js';
import type { OnTrashed, RootedFiles } from './rooted-files.js';
import { joinPath, numberedName, splitPath } from './space-path.js';
import type { SpaceEntry } from './space-tree.js';

/**
 * Several entries of a tree side by side at the top of one of their own, however far apart they lie. Each has its own name
 * there, numbered when two have the same. The top itself is fixed: nothing is made, moved or removed in it.
 */
export class VirtualRoot implements RootedFiles {
  /** By the name at the top: where the entry lies in the tree. */
  private readonly mounts: ReadonlyMap<string, string>;

  constructor(
    private readonly files: RootedFiles,
    paths: readonly string[],
  ) {
    const mounts = new Map<string, string>();
    for (const path of paths) {
      const name = splitPath(path).at(-1);
      if (name === undefined) {
        throw new RootFixedError();
      }
      mounts.set(freeName(name, mounts), `/${splitPath(path).join('/')}`);
    }
    this.mounts = mounts;
  }

  /** Where a path lies in the tree that the entries are of; null for the top, which is nowhere there. */
  originOf(path: string): string | null {
    const [name, ...parts] = splitPath(path);
    if (name === undefined) {
      return null;
    }
    const mount = this.mounts.get(name);
    if (mount === undefined) {
      throw new EntryNotFoundError(path);
    }
    return parts.reduce(joinPath, mount);
  }

  below(path: string): RootedFiles {
    return this.files.below(this.inside(path));
  }

  async list(path: string, options: ListOptions): Promise<SpaceEntry[]> {
    if (this.originOf(path) !== null) {
      const entries = await this.files.list(this.inside(path), this.withFilter(path, options));
      return entries.map((entry) => this.shown(path, entry));
    }
    const entries = await this.topEntries(options.language, options.filter);
    const from = (options.pageNum ?? 0) * (options.size ?? 0);
    return entries.slice(from, options.size === undefined ? undefined : from + options.size);
  }

  async count(
    path: string,
    language: Language,
    filter?: EntryFilter,
  ): Promise<{ total: number; folders: number }> {
    if (this.originOf(path) !== null) {
      const options = this.withFilter(path, { filter });
      return this.files.count(this.inside(path), language, options.filter);
    }
    const entries = await this.topEntries(language, filter);
    const folders = entries.filter(({ isDirectory }) => isDirectory).length;
    return { total: entries.length, folders };
  }

  async find(key: string, path = '/', options: FindOptions = {}): Promise<FoundEntries> {
    if (this.originOf(path) !== null) {
      const found = await this.files.find(key, this.inside(path), this.withFilter(path, options));
      return { ...found, entries: found.entries.map((entry) => this.shown(path, entry)) };
    }
    const entries: SpaceEntry[] = [];
    let isCut = false;
    for (const top of await this.topEntries('en', options.filter)) {
      if (top.name.normalize('NFC').toLowerCase().includes(key.normalize('NFC').toLowerCase())) {
        entries.push(top);
      }
      if (top.isDirectory) {
        const found = await this.find(key, top.path, options);
        entries.push(...found.entries);
        isCut ||= found.isCut;
      }
    }
    return { entries, isCut };
  }

  async *walk(path: string, options: WalkOptions = {}): AsyncGenerator<SpaceEntry> {
    if (this.originOf(path) !== null) {
      for await (const entry of this.files.walk(
        this.inside(path),
        this.withFilter(path, options),
      )) {
        yield this.shown(path, entry);
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
    const clean = `/${splitPath(path).join('/')}`;
    const name = splitPath(path).at(-1) ?? '';
    return { ...(await this.files.stat(origin)), path: clean, name };
  }

  async identify(path: string): Promise<FileIdentity> {
    return this.files.identify(this.inside(path));
  }

  async findIdentity(dir: string, identity: FileIdentity): Promise<string | null> {
    const found = await this.files.findIdentity(this.inside(dir), identity);
    return found === null ? null : this.shownPath(dir, found);
  }

  async openRead(path: string): Promise<FileHandle> {
    return this.files.openRead(this.inside(path));
  }

  async linkToPath(path: string, absolutePath: string): Promise<void> {
    return this.files.linkToPath(this.inside(path), absolutePath);
  }

  async findTaken(dir: string, name: string): Promise<string | null> {
    return this.files.findTaken(this.inside(dir), name);
  }

  async freeName(dir: string, name: string): Promise<string> {
    return this.files.freeName(this.inside(dir), name);
  }

  async mkdir(path: string): Promise<SpaceEntry> {
    return this.shown(parentOf(path), await this.files.mkdir(this.insideEntry(path)));
  }

  async makeDirs(path: string): Promise<string> {
    await this.files.makeDirs(this.inside(path));
    return `/${splitPath(path).join('/')}`;
  }

  async makeManyDirs(
    paths: readonly string[],
    onChange: (dir: string) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    for (const path of paths) {
      const tell = (dir: string): void => onChange(this.shownPath(path, dir));
      await this.files.makeManyDirs([this.inside(path)], tell, signal);
    }
  }

  async move(from: string, to: string): Promise<SpaceEntry> {
    const entry = await this.files.move(this.insideEntry(from), this.insideEntry(to));
    return this.shown(parentOf(to), entry);
  }

  async moveInto(
    path: string,
    dir: string,
    conflict: Conflict,
    onTrashed?: OnTrashed,
  ): Promise<SpaceEntry> {
    const target = this.inside(dir);
    const tell = this.trashedIn(dir, onTrashed);
    return this.shown(
      dir,
      await this.files.moveInto(this.insideEntry(path), target, conflict, tell),
    );
  }

  async place(
    staged: string,
    identity: FileIdentity,
    dir: string,
    name: string,
    conflict: Conflict,
  ): Promise<SpaceEntry> {
    const placed = await this.files.place(staged, identity, this.inside(dir), name, conflict);
    return this.shown(dir, placed);
  }

  async placeAll(dir: string, files: readonly NewFile[]): Promise<PlacingOutcome[]> {
    const outcomes = await this.files.placeAll(this.inside(dir), files);
    return outcomes.map((outcome) =>
      'path' in outcome ? { path: this.shownPath(dir, outcome.path) } : outcome,
    );
  }

  async placeTree(
    staged: string,
    dir: string,
    name: string,
    conflict: Conflict,
    identity?: FileIdentity,
    onTrashed?: OnTrashed,
  ): Promise<SpaceEntry> {
    const tell = this.trashedIn(dir, onTrashed);
    const origin = this.inside(dir);
    return this.shown(
      dir,
      await this.files.placeTree(staged, origin, name, conflict, identity, tell),
    );
  }

  async toTrash(path: string, id?: string): Promise<{ id: string }> {
    return this.files.toTrash(this.insideEntry(path), id);
  }

  /** In the order of the language, folders first; an entry that is gone is left out. */
  private async topEntries(
    language: Language,
    filter: EntryFilter | undefined,
  ): Promise<SpaceEntry[]> {
    const names = await passing([...this.mounts.keys()], (name) => `/${name}`, filter);
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

  /** @throws RootFixedError for the top itself */
  private inside(path: string): string {
    const origin = this.originOf(path);
    if (origin === null) {
      throw new RootFixedError();
    }
    return origin;
  }

  /** What is to be made, moved or removed; an entry at the top is shown here and is not this tree's to change. */
  private insideEntry(path: string): string {
    if (splitPath(path).length < 2) {
      throw new RootFixedError();
    }
    return this.inside(path);
  }

  /** An entry of the tree in or below the folder that is `path` here. */
  private shown(path: string, entry: SpaceEntry): SpaceEntry {
    return { ...entry, path: this.shownPath(path, entry.path) };
  }

  private shownPath(path: string, origin: string): string {
    const [name = ''] = splitPath(path);
    const mount = this.mounts.get(name) ?? '';
    return `/${name}${origin.slice(mount.length)}`;
  }

  private trashedIn(dir: string, onTrashed: OnTrashed | undefined): OnTrashed | undefined {
    return onTrashed && (({ path, id }) => onTrashed({ path: this.shownPath(dir, path), id }));
  }

  /** Filters and those who hear of paths know those of this tree. */
  private withFilter<T extends WalkOptions & { filter?: EntryFilter | undefined }>(
    path: string,
    options: T,
  ): T {
    const { filter, onHidden, onFiltered, onUnreachable } = options;
    const shown = (origin: string): string => this.shownPath(path, origin);
    return {
      ...options,
      ...(filter && { filter: (paths: readonly string[]) => filter(paths.map(shown)) }),
      ...(onHidden && { onHidden: (origin: string) => onHidden(shown(origin)) }),
      ...(onFiltered && { onFiltered: (origin: string) => onFiltered(shown(origin)) }),
      ...(onUnreachable && {
        onUnreachable: (...[origin, reason]: Parameters<typeof onUnreachable>) =>
          onUnreachable(shown(origin), reason),
      }),
    };
  }
}

function freeName(name: string, taken: ReadonlyMap<string, string>): string {
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? name : numberedName(name, number, false);
    if (!taken.has(candidate)) {
      return candidate;
    }
  }
}

function parentOf(path: string): string {
  return `/${splitPath(path).slice(0, -1).join('/')}`;
}
