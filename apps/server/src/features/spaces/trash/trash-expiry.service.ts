import { Injectable, Logger } from '@nestjs/common';
import { expireTrash } from '@clusterdesk/contracts';
import { TrashEntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { SpaceOperations } from '../operations/space-operations.service.js';
import { TrashPurge } from './trash-purge.service.js';
import { trashDaysSetting } from './trash-days.setting.js';
import { SpaceRegistry } from '../space.js';
import type { TrashProvider } from './trash-provider.js';

const dayMs = 24 * 3_600_000;

/** Permanently removes what has been in a trash for too long, and what else features keep as long as a trash. */
@Injectable()
export class TrashExpiry {
  private readonly logger = new Logger('TrashExpiry');

  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly operations: SpaceOperations,
    private readonly purges: TrashPurge,
    private readonly settings: Settings,
  ) {}

  /** If it is stopped, the next run continues. One broken trash does not stop the others from being cleared. */
  @OnDue(expireTrash)
  async run(signal: AbortSignal): Promise<void> {
    const before = new Date(
      Date.now() - (await this.settings.getForDeletion(trashDaysSetting)) * dayMs,
    );
    for (const holder of this.spaces.listTrashes()) {
      await this.expireAll(holder, before, signal);
      await holder.expireOthers?.(before, signal);
    }
  }

  private async expireAll(holder: TrashProvider, before: Date, signal: AbortSignal): Promise<void> {
    const { space } = holder;
    for (const name of await holder.list()) {
      if (signal.aborted) {
        return;
      }
      await this.expire(holder, name, before).catch((error: unknown) =>
        this.logger.error({ err: error, space, name }, 'A trash could not be cleared'),
      );
    }
  }

  private async expire(holder: TrashProvider, name: string, before: Date): Promise<void> {
    const store = holder.open(name);
    const key = await holder.keyOf(name);
    await store.sweep();
    for (const id of (await store.ids()).reverse()) {
      const entry = await store.find(id);
      if (entry && entry.deletedAt >= before) {
        // Ids sort by the time of deletion: all that follow are younger.
        break;
      }
      if (entry) {
        const purged = key ? this.operations.purge(key, store, null, id) : store.purge(id);
        await purged.catch((error: unknown) => {
          if (!(error instanceof TrashEntryNotFoundError)) {
            throw error;
          }
        });
      }
    }
    // Also what was purged by a process that died before it could say so.
    if (await store.hasPurged()) {
      await this.purges.request({ space: holder.space, name });
    }
  }
}
