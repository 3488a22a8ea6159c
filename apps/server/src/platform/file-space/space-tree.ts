import type { Stats } from 'node:fs';
import { explainErrno, isErrno, RootFixedError, SpecialEntryError } from './file-space.errors.js';
import { SafeDirectory } from './safe-directory.js';
import { joinPath, nameKey, splitParent, splitPath } from './space-path.js';
import { spellingsOf } from './spellings.js';

/** A file or folder as the filesystem shows it now. */
export interface SpaceEntry {
  name: string;
  /** Absolute within the space. */
  path: string;
  isDirectory: boolean;
  /** 0 for a folder. */
  sizeBytes: number;
  modifiedAt: Date;
}

/** A root has no name, no size, and no time that means anything. */
export const rootEntry: SpaceEntry = {
  name: '',
  path: '/',
  isDirectory: true,
  sizeBytes: 0,
  modifiedAt: new Date(0),
};

/** Walks from the root of a space to its folders, part by part, and closes what it opened. */
export class SpaceTree {
  /** @param base the parts of the folder that this tree shows, below the root; each is opened like any other part. */
  constructor(
    private readonly root: string,
    private readonly base: readonly string[] = [],
  ) {}

  /** The tree of a folder. What lies on the way is checked each time, so a link in its place leads nowhere. */
  below(path: string): SpaceTree {
    return new SpaceTree(this.root, [...this.base, ...splitPath(path)]);
  }

  /** Where a path of this tree lies in the whole one. */
  wholePath(path: string): string {
    return `/${[...this.base, ...splitPath(path)].join('/')}`;
  }

  /** Whose the whole tree is. */
  async ownerUid(): Promise<number> {
    const root = await SafeDirectory.openRoot(this.root);
    try {
      return await root.ownerUid();
    } finally {
      await root.close();
    }
  }

  /** Runs the work in the folder at the path. */
  async inFolder<T>(path: string, work: (folder: SafeDirectory) => Promise<T>): Promise<T> {
    const parts = splitPath(path);
    try {
      const folder = await this.open(parts);
      try {
        return await work(folder);
      } finally {
        await folder.close();
      }
    } catch (error) {
      throw explainErrno(await this.outdated(error, parts), path);
    }
  }

  /**
   * On a network filesystem an open folder that another host removes is stale, and names nothing any more. It is gone then, unless
   * another one has its path: what the work did in the stale one is not known, and the failure stays.
   */
  private async outdated(error: unknown, parts: readonly string[]): Promise<unknown> {
    if (!isErrno(error, 'ESTALE')) {
      return error;
    }
    try {
      await (await this.open(parts)).close();
      return error;
    } catch (now) {
      return now;
    }
  }

  /** Runs the work in the folder that holds the path's entry. The root has none. */
  async inParent<T>(
    path: string,
    work: (parent: SafeDirectory, name: string, dir: string) => Promise<T>,
  ): Promise<T> {
    const parent = splitParent(path);
    if (parent === null) {
      throw new RootFixedError();
    }
    return this.inFolder(parent.dir, (folder) => work(folder, parent.name, parent.dir));
  }

  /**
   * Walks down a path once, folder by folder: `choose` sees each open folder, the wanted part and where the folder lies, and says
   * the name by which the walk goes on. Returns the path of these names.
   */
  async descend(
    path: string,
    choose: (folder: SafeDirectory, part: string, dir: string) => Promise<string>,
  ): Promise<string> {
    const parts = splitPath(path);
    let walked = '/';
    let current = await this.open([]).catch((error: unknown) => {
      throw explainErrno(error, walked);
    });
    try {
      for (const [index, part] of parts.entries()) {
        const name = await choose(current, part, walked);
        if (index < parts.length - 1) {
          const above = current;
          current = await above.openDirectory(name);
          await above.close();
        }
        walked = joinPath(walked, name);
      }
      return walked;
    } catch (error) {
      throw explainErrno(error, walked);
    } finally {
      await current.close();
    }
  }

  private async open(parts: readonly string[]): Promise<SafeDirectory> {
    let current = await SafeDirectory.openRoot(this.root);
    for (const part of [...this.base, ...parts]) {
      const above = current;
      try {
        current = await above.openDirectory(part);
      } finally {
        await above.close();
      }
    }
    return current;
  }
}

/** The entry in an open folder; links and special files do not exist for a space. */
export async function readEntry(
  folder: SafeDirectory,
  dir: string,
  name: string,
): Promise<SpaceEntry> {
  const entry = toEntry(await folder.lstat(name), dir, name);
  if (entry === null) {
    throw new SpecialEntryError(joinPath(dir, name));
  }
  return entry;
}

/** The same for whatever has the name: links and special files too, which have no size. */
export async function readAnyEntry(
  folder: SafeDirectory,
  dir: string,
  name: string,
): Promise<SpaceEntry> {
  const stats = await folder.lstat(name);
  const path = joinPath(dir, name);
  return (
    toEntry(stats, dir, name) ?? {
      name,
      path,
      isDirectory: false,
      sizeBytes: 0,
      modifiedAt: stats.mtime,
    }
  );
}

/** Null for what is neither a file nor a folder. */
export function toEntry(stats: Stats, dir: string, name: string): SpaceEntry | null {
  if (!stats.isFile() && !stats.isDirectory()) {
    return null;
  }
  const isDirectory = stats.isDirectory();
  return {
    name,
    path: joinPath(dir, name),
    isDirectory,
    sizeBytes: isDirectory ? 0 : stats.size,
    modifiedAt: stats.mtime,
  };
}

/**
 * The name under which this name is taken in a folder, by anything at all, or null: the same bytes, or another
 * spelling of the same letters. A name in `except` does not count.
 */
export async function findTaken(
  folder: SafeDirectory,
  name: string,
  except?: string,
): Promise<string | null> {
  if (name !== except && (await exists(folder, name))) {
    return name;
  }
  const spellings = spellingsOf(name);
  if (spellings !== null) {
    const others = spellings.filter((other) => other !== name && other !== except);
    const found = await Promise.all(others.map((other) => existsSpelled(folder, other)));
    return others.find((_, index) => found[index]) ?? null;
  }
  const key = nameKey(name);
  const names = await folder.names();
  return names.find((other) => other !== except && nameKey(other) === key) ?? null;
}

async function exists(folder: SafeDirectory, name: string): Promise<boolean> {
  try {
    await folder.lstat(name);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) {
      return false;
    }
    throw error;
  }
}

/** The same of another spelling, which may be longer than a name can be. */
async function existsSpelled(folder: SafeDirectory, spelling: string): Promise<boolean> {
  try {
    return await exists(folder, spelling);
  } catch (error) {
    if (isErrno(error, 'ENAMETOOLONG')) {
      return false;
    }
    throw error;
  }
}
