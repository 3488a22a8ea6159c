import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import {
  noneWhenGone,
  TrashEntryNotFoundError,
} from '../../../platform/file-space/file-space.errors.js';
import { removeTree } from '../../../platform/file-space/trash/tree-removal.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { DiskPaths } from '../disk-paths.service.js';
import { TrashPurge } from './trash-purge.service.js';
import { trashDaysSetting } from './trash.service.js';

const dayMs = 24 * 3_600_000;
/** `<homeKey>.<milliseconds of its retirement>.home` or `.trash`. */
const retiredName = /\.(\d{10,15})\.(?:home|trash)$/;

/** Removes for good what has lain in a trash for too long, and the folders of users who were deleted long ago. */
@Injectable()
export class TrashExpiry {
  private readonly logger = new Logger('TrashExpiry');

  constructor(
    private readonly folders: DiskPaths,
    private readonly purges: TrashPurge,
    private readonly settings: Settings,
  ) {}

  /** Stopped at any moment, the next run goes on. One broken trash does not keep the others from being emptied. */
  async run(signal: AbortSignal): Promise<void> {
    const before = new Date(Date.now() - (await this.settings.get(trashDaysSetting)) * dayMs);
    for (const homeKey of await this.folders.listTrashes()) {
      if (signal.aborted) {
        return;
      }
      await this.expire(homeKey, before).catch((error: unknown) =>
        this.logger.error({ err: error, homeKey }, 'A trash could not be cleared'),
      );
    }
    for (const dir of this.folders.allRetired) {
      await this.expireRetired(dir, before, signal);
    }
  }

  private async expireRetired(dir: string, before: Date, signal: AbortSignal): Promise<void> {
    for (const name of await readdir(dir).catch(noneWhenGone)) {
      const retiredMs = Number(retiredName.exec(name)?.[1] ?? NaN);
      if (retiredMs < before.getTime() && !signal.aborted) {
        await removeTree(join(dir, name), signal);
      }
    }
  }

  private async expire(homeKey: string, before: Date): Promise<void> {
    const store = this.folders.trashOf(homeKey);
    await store.sweep();
    for (const id of (await store.ids()).reverse()) {
      const entry = await store.find(id);
      if (entry && entry.deletedAt >= before) {
        // Ids sort by the time of deletion: all that follow are younger.
        break;
      }
      if (entry) {
        await store.purge(id).catch((error: unknown) => {
          if (!(error instanceof TrashEntryNotFoundError)) {
            throw error;
          }
        });
      }
    }
    // Also what was purged by a process that died before it could say so.
    if (await store.hasPurged()) {
      await this.purges.request(homeKey);
    }
  }
}
