import { EntryNotFoundError, RootFixedError } from './file-space.errors.js';
import type { EntryFilter } from './listing/entry-filter.js';
import type { WalkOptions } from './listing/space-listing.js';
import type { OnTrashed } from './rooted-files.js';
import { joinPath, numberedName, splitPath } from './space-path.js';
import type { SpaceEntry } from './space-tree.js';

/**
 * Which entries of a tree stand at the top of a virtual root, and the way between its paths and theirs. Each has its own name
 * there, numbered when two have the same.
 */
export class MountedPaths {
  /** By the name at the top: where the entry lies in the tree. */
  private readonly mounts: ReadonlyMap<string, string>;

  /** @throws RootFixedError when one of the paths is the tree's own top, which has no name */
  constructor(paths: readonly string[]) {
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

  /** The names at the top, in the order of the paths. */
  names(): string[] {
    return [...this.mounts.keys()];
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

  /** The same, for what has to lie in one of the entries. @throws RootFixedError for the top itself */
  inside(path: string): string {
    const origin = this.originOf(path);
    if (origin === null) {
      throw new RootFixedError();
    }
    return origin;
  }

  /** What is to be made, moved or removed; an entry at the top is shown here and is not this tree's to change. */
  insideEntry(path: string): string {
    if (splitPath(path).length < 2) {
      throw new RootFixedError();
    }
    return this.inside(path);
  }

  /** An entry of the tree in or below the folder that is `path` here. */
  shown(path: string, entry: SpaceEntry): SpaceEntry {
    return { ...entry, path: this.shownPath(path, entry.path) };
  }

  /** The path here of what lies at `origin` in the tree, in or below the entry that `path` leads through. */
  shownPath(path: string, origin: string): string {
    const [name = ''] = splitPath(path);
    const mount = this.mounts.get(name) ?? '';
    return `/${name}${origin.slice(mount.length)}`;
  }

  /** Tells the paths of this root when something in the folder had to make room. */
  trashedIn(dir: string, onTrashed: OnTrashed | undefined): OnTrashed | undefined {
    return onTrashed && (({ path, id }) => onTrashed({ path: this.shownPath(dir, path), id }));
  }

  /** Options for the folder that is `path` here: filters and those who hear of paths know those of this root. */
  withFilter<T extends WalkOptions & { filter?: EntryFilter | undefined }>(
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
