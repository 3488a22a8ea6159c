import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { groupBy } from '../../../platform/group-by.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import type { ChangeContext, Changes, SpaceObserver } from '../operations/space-observer.js';
import { spaceKeyText, type SpaceKey } from '../space-key.js';
import { SpaceRegistry } from '../space.js';
import { TrashEventPublisher } from '../trash/trash-event-publisher.service.js';
import { SpaceAccounts } from '../usage/space-accounts.repository.js';
import { FileVersionRepository, type GoneVersion } from './file-version.repository.js';
import { fileVersionsSetting } from './version-rules.settings.js';

const nothingElse = (): Promise<void> => Promise.resolve();

/**
 * Notes the files that were replaced and kept, and lets versions go: the oldest of a file that has more than it may have, and the oldest
 * of a space that has no room for something new. Rows go first; bytes are freed after the commit, and what a process does not come to
 * free is found by the sweep (`VersionExpiry`).
 */
@Injectable()
export class VersionKeeping implements SpaceObserver {
  private readonly logger = new Logger('VersionKeeping');

  constructor(
    private readonly versions: FileVersionRepository,
    private readonly accounts: SpaceAccounts,
    private readonly spaces: SpaceRegistry,
    private readonly settings: Settings,
    private readonly afterCommit: AfterCommit,
    private readonly news: TrashEventPublisher,
  ) {}

  async entriesKept({ manager, key, userId }: ChangeContext, kept: Changes<'kept'>): Promise<void> {
    const limit = await this.settings.get(fileVersionsSetting);
    for (const { path, versionId: id, sizeBytes, modifiedMs } of kept) {
      const version = { path, id, sizeBytes, modifiedMs };
      const entryId = await this.versions.add(manager, key, userId, version);
      if (entryId === null) {
        continue;
      }
      // Whoever replaces a file notes its bytes as gone; here they are again.
      await this.accounts.note(key, sizeBytes, sizeBytes, manager);
      // One that is restored while nothing is kept keeps what it replaces all the same.
      await this.free(
        manager,
        await this.versions.deleteBeyond(manager, entryId, Math.max(limit, 1)),
      );
    }
    this.afterCommit.run(manager, () => this.news.tellSoon(key));
  }

  /**
   * Versions hang on the known entries, which follow what somebody wants to hear of (`EntryTree.follow`): whatever is moved, removed and
   * restored takes its versions along, and what is purged leaves them to `VersionExpiry`. There is nothing else to do.
   */
  readonly entriesMoved = nothingElse;
  readonly entriesRemoved = nothingElse;
  readonly entriesRestored = nothingElse;
  readonly entriesPurged = nothingElse;

  /** Lets the oldest versions of a space go until so many bytes are free, or none is left. */
  async giveWay(manager: EntityManager, key: SpaceKey, bytes: number): Promise<void> {
    // The account first, as whoever notes a version has it first.
    await this.accounts.note(key, 0, 0, manager);
    await this.free(manager, await this.versions.deleteOldest(manager, key, bytes));
  }

  /** Notes that deleted versions are gone, and frees their bytes after the commit. */
  async free(manager: EntityManager, gone: readonly GoneVersion[]): Promise<void> {
    for (const some of groupBy(gone, spaceKeyText).values()) {
      const [{ space, spaceId } = { space: 'disk' as const, spaceId: '' }] = some;
      const key = { space, spaceId };
      const bytes = some.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      await this.accounts.note(key, -bytes, -bytes, manager);
      this.afterCommit.run(manager, () => this.unlink(key, some));
    }
  }

  private async unlink(key: SpaceKey, gone: readonly GoneVersion[]): Promise<void> {
    try {
      const files = await this.spaces.find(key.space)?.filesOf(key);
      for (const { id } of files ? gone : []) {
        await files?.versions.remove(id);
      }
      this.news.tellSoon(key);
    } catch (error) {
      this.logger.warn({ err: error, space: spaceKeyText(key) }, 'Versions wait for the sweep');
    }
  }
}
