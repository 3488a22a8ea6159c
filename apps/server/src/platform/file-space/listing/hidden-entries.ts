import { limits, type HiddenKind } from '@clusterdesk/contracts';
import { EntryNotFoundError } from '../file-space.errors.js';
import { joinPath } from '../space-path.js';
import type { SpaceTree } from '../space-tree.js';
import { passing, type EntryFilter } from './entry-filter.js';
import { hiddenKindOf, hiddenName, isUnreadable } from './folder-reading.js';

/** An entry that a space does not show. */
export interface HiddenEntry {
  kind: HiddenKind;
  isDirectory: boolean;
  /** As the filesystem has it. */
  rawName: Buffer;
}

/** What a folder has but does not show, in no order; bounded in count. */
export async function listHiddenEntries(
  tree: SpaceTree,
  dir: string,
  filter?: EntryFilter,
): Promise<readonly HiddenEntry[]> {
  const found = await tree.inFolder(dir, async (folder) => {
    const entries: HiddenEntry[] = [];
    for await (const entry of await folder.scanRaw()) {
      const kind = hiddenKindOf(entry, entry.name.toString());
      if (kind !== null) {
        entries.push({ kind, isDirectory: entry.isDirectory(), rawName: entry.name });
      }
      if (entries.length === limits.hiddenEntriesListed) {
        break;
      }
    }
    return entries;
  });
  return passing(found, ({ rawName }) => joinPath(dir, hiddenName(rawName.toString())), filter);
}

/** Accepts only a name that no path can express; other names have calls of their own, which check rights to that very entry. */
export function assertHiddenName(dir: string, rawName: Buffer): void {
  const isOneName = !rawName.includes('/') && !rawName.includes('\0');
  if (!isOneName || !isUnreadable(rawName.toString())) {
    throw new EntryNotFoundError(dir);
  }
}
