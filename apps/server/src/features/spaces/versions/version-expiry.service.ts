import { Injectable, Logger } from '@nestjs/common';
import { expireVersions, sweepVersions } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Settings } from '../../../platform/settings/settings.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import type { SpaceKey } from '../space-key.js';
import { SpaceRegistry } from '../space.js';
import { FileVersionRepository, versionsAtOnce } from './file-version.repository.js';
import { VersionKeeping } from './version-keeping.service.js';
import { fileVersionDaysSetting } from './version-rules.settings.js';

const dayMs = 24 * 3_600_000;
/** A file whose row is that old and missing has lost its process, and so has a row without its file. */
const settledMs = 15 * 60_000;

/** Removes versions that were kept for long enough or whose file is gone for good, and settles what killed processes left. */
@Injectable()
export class VersionExpiry {
  private readonly logger = new Logger('VersionExpiry');

  constructor(
    private readonly dataSource: DataSource,
    private readonly versions: FileVersionRepository,
    private readonly keeping: VersionKeeping,
    private readonly spaces: SpaceRegistry,
    private readonly settings: Settings,
  ) {}

  /** If it is stopped, the next run continues. */
  @OnDue(expireVersions)
  async expire(signal: AbortSignal): Promise<void> {
    const days = await this.settings.getForDeletion(fileVersionDaysSetting);
    const before = new Date(Date.now() - days * dayMs);
    let count = versionsAtOnce;
    while (count === versionsAtOnce && !signal.aborted) {
      count = await this.dataSource.transaction(async (manager) => {
        const gone = await this.versions.deleteDue(manager, before);
        await this.keeping.free(manager, gone);
        return gone.length;
      });
    }
  }

  /** One broken space does not stop the others from being swept. */
  @OnDue(sweepVersions)
  async sweep(signal: AbortSignal): Promise<void> {
    for (const holder of this.spaces.listTrashes()) {
      for (const name of await holder.list()) {
        if (signal.aborted) {
          return;
        }
        const key = await holder.keyOf(name);
        await (key && this.sweepSpace(key))?.catch((error: unknown) =>
          this.logger.error({ err: error, ...key }, 'Versions could not be swept'),
        );
      }
    }
  }

  private async sweepSpace(key: SpaceKey): Promise<void> {
    // A change that is not settled yet may still tell of its version.
    const before = new Date(Date.now() - settledMs);
    const files = await this.spaces.find(key.space)?.filesOf(key);
    if (!files || (await this.versions.isChanging(key))) {
      return;
    }
    const ids = await files.versions.listBefore(before);
    for (let start = 0; start < ids.length; start += versionsAtOnce) {
      const some = ids.slice(start, start + versionsAtOnce);
      const known = await this.versions.known(some);
      for (const id of some.filter((one) => !known.has(one))) {
        await files.versions.remove(id);
      }
    }
    const missing: string[] = [];
    for (const id of await this.versions.listOf(key, before)) {
      if ((await files.versions.find(id)) === null) {
        missing.push(id);
      } else {
        // Its restoring was cut off before the file had left.
        await this.versions.giveBackOld(id, before);
      }
    }
    if (missing.length > 0) {
      await this.dataSource.transaction(async (manager) =>
        this.keeping.free(manager, await this.versions.deleteAll(manager, missing)),
      );
    }
  }
}
