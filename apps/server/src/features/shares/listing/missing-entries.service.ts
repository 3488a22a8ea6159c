import { Injectable, Logger } from '@nestjs/common';
import {
  AccessRefusedError,
  EntryNotFoundError,
} from '../../../platform/file-space/file-space.errors.js';
import type { RootedFiles } from '../../../platform/file-space/rooted-files.js';
import { Semaphore } from '../../../platform/concurrency.js';
import { groupBy } from '../../../platform/group-by.js';
import { SpaceRegistry } from '../../spaces/space.js';
import type { ListedPath } from './share-list.repository.js';

/** Entries looked for by one call; of more of them only what the platform deleted itself is known as missing. */
const lookedForAtMost = 1000;
/** At a time, for each call. */
const atOnce = 8;

/** An entry of somebody's disk that is to be looked for. */
export interface WantedEntry extends ListedPath {
  ownerId: string;
}

/** Looks whether shared entries are still where they were: jobs and shells move them without telling the platform. */
@Injectable()
export class MissingEntries {
  private readonly logger = new Logger('MissingEntries');

  constructor(private readonly spaces: SpaceRegistry) {}

  /** Those that are gone. A disk that cannot be looked at is no reason to say so of its entries. */
  async find(entries: readonly WantedEntry[]): Promise<Set<ListedPath>> {
    const missing = new Set<ListedPath>();
    const byOwner = groupBy(
      entries.filter(({ trashId }) => trashId === null).slice(0, lookedForAtMost),
      ({ ownerId }) => ownerId,
    );
    const semaphore = new Semaphore(atOnce);
    await Promise.all(
      [...byOwner].map(async ([ownerId, wanted]) => {
        try {
          const files = await semaphore.run(() => this.open(ownerId));
          await Promise.all(
            wanted.map((entry) =>
              semaphore.run(async () => {
                if (files === null || !(await exists(files, entry.path))) {
                  missing.add(entry);
                }
              }),
            ),
          );
        } catch (error) {
          this.logger.warn({ err: error, ownerId }, 'Shared entries could not be looked for');
        }
      }),
    );
    return missing;
  }

  private async open(ownerId: string): Promise<RootedFiles | null> {
    const disk = this.spaces.find('disk');
    return disk === null ? null : disk.filesOf({ space: 'disk', spaceId: ownerId });
  }
}

async function exists(files: RootedFiles, path: string): Promise<boolean> {
  try {
    await files.stat(path);
    return true;
  } catch (error) {
    if (error instanceof EntryNotFoundError || error instanceof AccessRefusedError) {
      return false;
    }
    throw error;
  }
}
