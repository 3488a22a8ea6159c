import { Injectable } from '@nestjs/common';
import { expireTrash, purgeTrash, type JobPayload } from '@clusterdesk/contracts';
import { OnJob } from '../../platform/queue/on-job.decorator.js';
import { TrashExpiry } from './trash-expiry.service.js';
import { TrashPurge } from './trash-purge.service.js';

/** The background jobs of disks. */
@Injectable()
export class DiskJobs {
  constructor(
    private readonly expiry: TrashExpiry,
    private readonly purges: TrashPurge,
  ) {}

  @OnJob(expireTrash)
  async expire(_payload: JobPayload<typeof expireTrash>, signal: AbortSignal): Promise<void> {
    await this.expiry.run(signal);
  }

  @OnJob(purgeTrash)
  async purge(payload: JobPayload<typeof purgeTrash>, signal: AbortSignal): Promise<void> {
    await this.purges.run(payload.userName, signal);
  }
}
