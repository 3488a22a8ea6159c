import { Injectable, Logger } from '@nestjs/common';
import {
  AccessRefusedError,
  EntryNotFoundError,
} from '../../../platform/file-space/file-space.errors.js';
import type { RootedFiles } from '../../../platform/file-space/rooted-files.js';
import { Semaphore } from '../../../platform/concurrency.js';
import { groupBy } from '../../../platform/group-by.js';
import { SpaceRegistry } from '../../spaces/space.js';
import type { SharedEntry } from '../share.repository.js';

/** Entries looked for by one call; of the rest only those that the platform deleted are known to be missing. */
const lookedForAtMost = 1000;
/** At a time, for each call. */
const atOnce = 8;

/** Checks whether shared entries still exist: jobs and shells move them without telling the platform. */
@Injectable()
export class MissingEntries {
  private readonly logger = new Logger('MissingEntries');

  constructor(private readonly spaces: SpaceRegistry) {}

  /** Those that are gone. Entries of a disk that cannot be read do not count as gone. */
  async find(entries: readonly SharedEntry[]): Promise<Set<SharedEntry>> {
    const missing = new Set<SharedEntry>();
    const wanted = entries.filter(({ trashId }) => trashId === null).slice(0, lookedForAtMost);
    const semaphore = new Semaphore(atOnce);
    const disks = [...groupBy(wanted, ({ ownerId }) => ownerId)].map(async ([ownerId, own]) => {
      try {
        const files = await semaphore.run(() => this.open(ownerId));
        const looks = own.map(async (entry) => {
          if (!files || !(await semaphore.run(() => exists(files, entry.path)))) {
            missing.add(entry);
          }
        });
        await Promise.all(looks);
      } catch (error) {
        this.logger.warn({ err: error, ownerId }, 'Shared entries could not be looked for');
      }
    });
    await Promise.all(disks);
    return missing;
  }

  private async open(ownerId: string): Promise<RootedFiles | null> {
    return (await this.spaces.find('disk')?.filesOf({ space: 'disk', spaceId: ownerId })) ?? null;
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
