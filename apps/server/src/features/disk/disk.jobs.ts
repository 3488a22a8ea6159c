import { Injectable } from '@nestjs/common';
import { expireTrash, type JobPayload } from '@clusterdesk/contracts';
import { OnJob } from '../../platform/queue/on-job.decorator.js';
import { TrashExpiry } from './trash-expiry.service.js';

/** The background jobs of disks. */
@Injectable()
export class DiskJobs {
  constructor(private readonly expiry: TrashExpiry) {}

  @OnJob(expireTrash)
  async expire(_payload: JobPayload<typeof expireTrash>, signal: AbortSignal): Promise<void> {
    await this.expiry.run(signal);
  }
}
