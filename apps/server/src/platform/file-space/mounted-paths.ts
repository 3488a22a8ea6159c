import { EntryNotFoundError, RootFixedError } from './file-space.errors.js';
import type { EntryFilter } from './listing/entry-filter.js';
import type { WalkOptions } from './listing/space-listing.js';
import type { Clearing, OnMade } from './placing/told-changes.js';
import { DomainError } from '../http/domain-error.js';
import {
  cleanPath,
  isWithin,
  joinPath,
  numberedName,
  splitParent,
  splitPath,
} from './space-path.js';
import type { SpaceEntry } from './space-tree.js';

/**
 * Which entries of a tree stand at the top of a virtual root, and the way between its paths and theirs. Each has its own name
 * there, numbered when two have the same.
 */
export class MountedPaths {
  /** By the name at the top: where the entry lies in the tree. */
  private readonly mounts: ReadonlyMap<string, string>;

  /**
   * @param absent which of the paths, by their position, are not shown: they keep their names, so that those of the others stay
   * @throws RootFixedError when one of the paths is the tree's own top, which has no name
   */
  constructor(paths: readonly string[], absent: ReadonlySet<number> = new Set()) {
    const taken = new Set<string>();
    const mounts = new Map<string, string>();
    for (const [position, path] of paths.entries()) {
      const wanted = splitPath(path).at(-1);
      if (wanted === undefined) {
        throw new RootFixedError();
      }
      const name = freeName(wanted, taken);
      taken.add(name);
      if (!absent.has(position)) {
        mounts.set(name, cleanPath(path));
      }
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

  /** Where what lies at `origin` in the tree stands here: once for each entry at the top that it is, or is in. */
  placesOf(origin: string): string[] {
    return [...this.mounts].flatMap(([name, mount]) =>
      isWithin(origin, mount) ? `/${name}${origin.slice(mount.length)}` : [],
    );
  }

  /** Where a folder of the tree is seen here: as itself, and at the top when it holds an entry that stands there. */
  dirsShowing(origin: string): string[] {
    const dirs = new Set(this.placesOf(origin));
    for (const mount of this.mounts.values()) {
      if (splitParent(mount)?.dir === origin) {
        dirs.add('/');
      }
    }
    return [...dirs];
  }

  /** A refusal of the tree as this root tells it: where the entries lie is nobody's to know. */
  toldOf(path: string, error: unknown): unknown {
    const origin = error instanceof DomainError ? error.details?.path : undefined;
    if (typeof origin !== 'string') {
      return error;
    }
    // Several who look at once may share one refusal, so it stays as it is.
    const told: unknown = Object.create(
      Object.getPrototypeOf(error) as object,
      Object.getOwnPropertyDescriptors(error),
    );
    return Object.defineProperty(told as object, 'details', {
      value: { path: this.shownPath(path, origin) },
      enumerable: true,
    });
  }

  /** Tells the paths of this root when something in the folder had to make room. */
  clearingIn(dir: string, clearing: Clearing | undefined): Clearing | undefined {
    const { onKept } = clearing ?? {};
    return (
      clearing && {
        id: clearing.id,
        onKept: onKept && ((kept) => onKept({ ...kept, path: this.shownPath(dir, kept.path) })),
        onTrashed: ({ path, id }) => clearing.onTrashed({ path: this.shownPath(dir, path), id }),
      }
    );
  }

  /** Tells the paths of this root of what was made at or on the way to a path. */
  madeAt(path: string, onMade: OnMade | undefined): OnMade | undefined {
    return onMade && ((made) => onMade({ ...made, path: this.shownPath(path, made.path) }));
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
      ...(onHidden && {
        onHidden: (...[origin, kind]: Parameters<typeof onHidden>) => onHidden(shown(origin), kind),
      }),
      ...(onFiltered && { onFiltered: (origin: string) => onFiltered(shown(origin)) }),
      ...(onUnreachable && {
        onUnreachable: (...[origin, reason]: Parameters<typeof onUnreachable>) =>
          onUnreachable(shown(origin), reason),
      }),
    };
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? name : numberedName(name, number, false);
    if (!taken.has(candidate)) {
      return candidate;
    }
  }
}
