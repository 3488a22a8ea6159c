import { Injectable } from '@nestjs/common';
import { expireTrash, purgeTrash, type TaskPayload } from '@clusterdesk/contracts';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { TrashExpiry } from './trash/trash-expiry.service.js';
import { TrashPurge } from './trash/trash-purge.service.js';

/** The background jobs of disks. */
@Injectable()
export class DiskTasks {
  constructor(
    private readonly expiry: TrashExpiry,
    private readonly purges: TrashPurge,
  ) {}

  @OnTask(expireTrash)
  async expire(_payload: TaskPayload<typeof expireTrash>, signal: AbortSignal): Promise<void> {
    await this.expiry.run(signal);
  }

  @OnTask(purgeTrash)
  async purge({ homeKey }: TaskPayload<typeof purgeTrash>, signal: AbortSignal): Promise<void> {
    await this.purges.run(homeKey, signal);
  }
}
