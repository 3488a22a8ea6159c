import { nullWhenGone } from '../file-space.errors.js';
import type { SafeDirectory } from '../safe-directory.js';
import { joinPath, splitParent } from '../space-path.js';
import type { SpaceEntry, SpaceTree } from '../space-tree.js';
import { cooperativeSort, Slice } from './cooperative-sort.js';
import { readNames } from './folder-reading.js';
import { isUnreachable } from './space-listing.js';
import { factsPerName, statKinds } from './stat-threads.js';
import { type FileIdentity, identityOf } from '../file-identity.js';

/** The maximum number of folders that wait to be looked into. */
const maxFoldersWaiting = 100_000;

/** What is looked for, and where the looking ends. */
export interface ChangedOptions {
  /** Made or changed at this moment or later, ms since the epoch, by the clock of the file server. */
  since: number;
  /** The most entries that are looked at. */
  maxEntries: number;
  /** The most entries that are kept: the newest. */
  maxKept: number;
  /** When its time is over, ms since the epoch. */
  endsAt: number;
  /** Ends the walk; it then throws the signal's reason. */
  signal: AbortSignal;
}

/** A file or folder that was made or changed. */
export interface ChangedEntry extends SpaceEntry {
  /** When it was made; where the filesystem does not know that, when anything of it changed. */
  madeAt: Date;
}

export interface ChangedEntries {
  /** Newest first. */
  entries: ChangedEntry[];
  /** Whether there may be more. */
  isCut: boolean;
  /** Whether `madeAt` is when an entry was made. */
  knowsBirths: boolean;
}

/** The later of both times, ms. */
export function newestTime({ modifiedAt, madeAt }: ChangedEntry): number {
  return Math.max(modifiedAt.getTime(), madeAt.getTime());
}

/**
 * Files and folders below a folder that were made or changed since a moment. Links are not followed and do not exist, what cannot be
 * reached is left out; the threads look at entries, so that a tree of a million does not keep the event loop.
 */
export async function findChanged(
  tree: SpaceTree,
  path: string,
  options: ChangedOptions,
): Promise<ChangedEntries> {
  const { maxEntries, maxKept, endsAt, signal } = options;
  const knowsBirths = await tree.inFolder(
    path,
    async (folder) => (await folder.statExact()).birthtimeNs > 0n,
  );
  let kept: ChangedEntry[] = [];
  let isCut = false;
  let looked = 0;
  const keep = async (found: readonly ChangedEntry[]): Promise<void> => {
    kept.push(...found);
    if (kept.length > 2 * maxKept) {
      kept = (await newestFirst(kept)).slice(0, maxKept);
      isCut = true;
    }
  };
  const folders = [path];
  const slice = new Slice();
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    signal.throwIfAborted();
    if (looked >= maxEntries || Date.now() > endsAt) {
      isCut = true;
      break;
    }
    const dir = current;
    await tree
      .inFolder(dir, async (folder) => {
        for await (const names of readNames(folder)) {
          looked += names.length;
          const deeper = names.filter(({ isDirectory }) => isDirectory);
          if (folders.length + deeper.length > maxFoldersWaiting) {
            isCut = true;
          } else {
            folders.push(...deeper.map(({ name }) => joinPath(dir, name)));
          }
          await keep(await readChanged(folder, dir, names, options.since));
          await slice.yieldToEventLoop();
          if (looked >= maxEntries || Date.now() > endsAt || signal.aborted) {
            isCut = true;
            return;
          }
        }
      })
      .catch((error: unknown) => {
        if (dir === path || !isUnreachable(error)) {
          throw error;
        }
      });
  }
  signal.throwIfAborted();
  const entries = await newestFirst(kept);
  return {
    entries: entries.slice(0, maxKept),
    isCut: isCut || entries.length > maxKept,
    knowsBirths,
  };
}

/** Which files or folders these are; what is not there is left out. */
export async function identifyAll(
  tree: SpaceTree,
  paths: readonly string[],
): Promise<Map<string, FileIdentity>> {
  const byFolder = new Map<string, string[]>();
  for (const { dir, name } of paths.flatMap((path) => splitParent(path) ?? [])) {
    const names = byFolder.get(dir) ?? [];
    names.push(name);
    byFolder.set(dir, names);
  }
  const found = new Map<string, FileIdentity>();
  for (const [dir, names] of byFolder) {
    await tree
      .inFolder(dir, async (folder) => {
        for (const name of names) {
          const stats = await folder.lstatExact(name).catch(nullWhenGone);
          if (stats !== null) {
            found.set(joinPath(dir, name), identityOf(stats));
          }
        }
      })
      .catch((error: unknown) => {
        if (!isUnreachable(error)) {
          throw error;
        }
      });
  }
  return found;
}

async function readChanged(
  folder: SafeDirectory,
  dir: string,
  names: readonly { name: string }[],
  since: number,
): Promise<ChangedEntry[]> {
  const changed: ChangedEntry[] = [];
  const list = names.map(({ name }) => name);
  for (const chunk of await folder.lstatMany(list)) {
    for (const [index, name] of chunk.names.entries()) {
      const [kind = statKinds.none, size = 0, modifiedMs = 0, madeMs = 0] = chunk.facts.subarray(
        index * factsPerName,
        (index + 1) * factsPerName,
      );
      if (kind !== statKinds.none && Math.max(modifiedMs, madeMs) >= since) {
        const isDirectory = kind === statKinds.folder;
        changed.push({
          name,
          path: joinPath(dir, name),
          isDirectory,
          sizeBytes: isDirectory ? 0 : size,
          modifiedAt: new Date(modifiedMs),
          madeAt: new Date(madeMs),
        });
      }
    }
  }
  return changed;
}

/** Of the same moment by path, so that the order is always the same. */
function newestFirst(entries: ChangedEntry[]): Promise<ChangedEntry[]> {
  return cooperativeSort(
    entries,
    (one, other) => newestTime(other) - newestTime(one) || (one.path < other.path ? -1 : 1),
  );
}
