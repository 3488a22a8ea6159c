import { Injectable } from '@nestjs/common';
import { purgeTrash } from '@clusterdesk/contracts';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { DiskOwners } from '../disk-owner.repository.js';
import { DiskPaths } from '../disk-paths.service.js';
import { DiskUsageService } from '../usage/disk-usage.service.js';

/** After so long a run lets other jobs have its place and goes on behind them. */
const sliceMs = 10_000;

/** Frees, in the worker, the space of what was purged from trashes. */
@Injectable()
export class TrashPurge {
  constructor(
    private readonly owners: DiskOwners,
    private readonly folders: DiskPaths,
    private readonly usages: DiskUsageService,
    private readonly tasks: TaskQueue,
    private readonly realtime: Realtime,
  ) {}

  /** Asks the worker to free the space of what is purged now in a user's trash. */
  async request(homeKey: string): Promise<void> {
    await this.tasks.add(purgeTrash, { homeKey });
  }

  /** Removes what is purged and tells the user what is free. Stopped at any moment, a later run goes on. */
  async run(homeKey: string, signal: AbortSignal, turnMs = sliceMs): Promise<void> {
    const turn = AbortSignal.timeout(turnMs);
    const store = this.folders.trashOf(homeKey);
    await store.removePurged(AbortSignal.any([signal, turn]));
    const userId = await this.owners.findId(homeKey);
    if (userId !== null) {
      await this.usages.forget(userId);
      this.realtime.publish('trashChanged', audience.user(userId), { space: 'disk' });
    }
    if (turn.aborted && !signal.aborted && (await store.hasPurged())) {
      await this.request(homeKey);
    }
  }
}
