import { Injectable } from '@nestjs/common';
import { limits, type FolderSummary } from '@clusterdesk/contracts';
import type { FindOptions, FoundEntries } from '../../../platform/file-space/listing/searching.js';
import type { ListOptions } from '../../../platform/file-space/listing/space-listing.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { filterFor, type Space, type SpaceUser } from '../space.js';

/** What a user looks at in a space that was opened for viewing: bounded, and without what the user may not see. */
@Injectable()
export class SpaceReading {
  /** The entries of a folder; `isCut` when it has more than one answer may. */
  async list(
    { language }: SpaceUser,
    space: Space,
    path: string,
    options: Omit<ListOptions, 'language' | 'filter'>,
  ): Promise<{ entries: SpaceEntry[]; isCut: boolean }> {
    const wanted = { ...options, language, filter: filterFor(space, 'view') };
    if (options.size !== undefined) {
      return { entries: await space.files.list(path, wanted), isCut: false };
    }
    // Without a page all entries are wanted, but the answer is one text in memory: it is bounded.
    const size = limits.listMaxEntries;
    const entries = await space.files.list(path, { ...wanted, pageNum: 0, size: size + 1 });
    return { entries: entries.slice(0, size), isCut: entries.length > size };
  }

  /** How many entries a folder has. */
  count({ language }: SpaceUser, space: Space, path: string): Promise<FolderSummary> {
    return space.files.count(path, language, filterFor(space, 'view'));
  }

  /** Entries below a folder whose name contains the key. */
  find(
    space: Space,
    key: string,
    path: string,
    options: Omit<FindOptions, 'filter'>,
  ): Promise<FoundEntries> {
    return space.files.find(key, path, { ...options, filter: filterFor(space, 'view') });
  }
}
