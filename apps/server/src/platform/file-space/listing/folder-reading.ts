import type { Dirent } from 'node:fs';
import type { HiddenKind } from '@clusterdesk/contracts';
import { isErrno } from '../file-space.errors.js';
import type { SafeDirectory } from '../safe-directory.js';
import { Slice } from './cooperative-sort.js';
import { joinPath } from '../space-path.js';
import { factsPerName, statKinds } from './stat-threads.js';
import { toEntry, type SpaceEntry } from '../space-tree.js';

/** A name in a folder, and which of the two kinds that exist for a space it is. */
export interface FolderName {
  name: string;
  isDirectory: boolean;
}

/** From this many names on a thread is used; fewer are read faster here. */
const manyNames = 200;
/** The event loop runs other work after this many names. */
const namesPerTurn = 1024;
/** What a name that is not valid UTF-8 decodes to; no path can address such an entry. */
const unreadableMark = '\uFFFD';

/** Told of an entry that a space does not show. */
export type OnHidden = (name: string, kind: HiddenKind) => void;

/** The names of a folder that a space shows, some thousand at a time, in no order. `onHidden` hears of the others. */
export async function* readNames(
  folder: SafeDirectory,
  onHidden?: OnHidden,
): AsyncGenerator<FolderName[]> {
  let names: FolderName[] = [];
  for await (const entry of await folder.scan(namesPerTurn)) {
    const hidden = hiddenKindOf(entry, entry.name);
    if (hidden === null) {
      names.push({ name: entry.name, isDirectory: entry.isDirectory() });
    } else {
      onHidden?.(entry.name, hidden);
    }
    if (names.length === namesPerTurn) {
      yield names;
      names = [];
    }
  }
  yield names;
}

/**
 * The entries of these names as they are now, in the names' order. What is gone, or has become something else than a
 * file or a folder, is left out.
 */
export async function readEntries(
  folder: SafeDirectory,
  dir: string,
  names: readonly string[],
): Promise<SpaceEntry[]> {
  return names.length < manyNames ? readFew(folder, dir, names) : readMany(folder, dir, names);
}

async function readFew(
  folder: SafeDirectory,
  dir: string,
  names: readonly string[],
): Promise<SpaceEntry[]> {
  // All are waited for, also after a failure: the folder's descriptor is in use until the last has ended.
  const outcomes = await Promise.allSettled(
    names.map(async (name) => toEntry(await folder.lstat(name), dir, name)),
  );
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') {
      return outcome.value ?? [];
    }
    if (isErrno(outcome.reason, 'ENOENT')) {
      return []; // gone since the folder was read
    }
    throw outcome.reason;
  });
}

async function readMany(
  folder: SafeDirectory,
  dir: string,
  names: readonly string[],
): Promise<SpaceEntry[]> {
  const entries: SpaceEntry[] = [];
  const slice = new Slice();
  for (const chunk of await folder.lstatMany(names)) {
    for (const [index, name] of chunk.names.entries()) {
      const [kind, size, modifiedMs] = chunk.facts.subarray(
        index * factsPerName,
        (index + 1) * factsPerName,
      );
      if (kind === statKinds.none || size === undefined || modifiedMs === undefined) {
        continue;
      }
      const isDirectory = kind === statKinds.folder;
      entries.push({
        name,
        path: joinPath(dir, name),
        isDirectory,
        sizeBytes: isDirectory ? 0 : size,
        modifiedAt: new Date(modifiedMs),
      });
    }
    await slice.yieldToEventLoop();
  }
  return entries;
}

/** Whether no path can express a name, in its decoded form. */
export function isUnreadable(name: string): boolean {
  return name.includes(unreadableMark);
}

/** The name by which rights to a hidden entry are decided. Nothing is known about a name that no path can express. */
export function hiddenName(name: string): string {
  return isUnreadable(name) ? unreadableMark : name;
}

/** Why a space does not show an entry with this name; null: it does. */
export function hiddenKindOf(
  entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>,
  name: string,
): HiddenKind | null {
  if (isUnreadable(name)) {
    return 'name';
  }
  if (entry.isFile() || entry.isDirectory()) {
    return null;
  }
  return entry.isSymbolicLink() ? 'link' : 'special';
}
