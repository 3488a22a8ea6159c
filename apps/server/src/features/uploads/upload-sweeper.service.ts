import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { limits, sweepUploads } from '@clusterdesk/contracts';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { isOlderThan } from '../spaces/storage/file-age.js';
import { Staging } from '../spaces/storage/staging.js';
import { runSweep } from '../spaces/tasks/run-sweep.js';
import { UploadRepository } from './upload.repository.js';

/** Removes uploads that nobody goes on with, and the room that they hold in quotas. */
@Injectable()
export class UploadSweeper {
  private readonly logger = new Logger('UploadSweeper');

  constructor(
    private readonly staging: Staging,
    private readonly uploads: UploadRepository,
  ) {}

  @OnTask(sweepUploads)
  async sweep(): Promise<void> {
    await runSweep(this.logger, {
      expiredUploads: () => this.removeExpired(),
      orphanedFiles: () => this.removeOrphans(),
    });
  }

  /** Uploads that nothing was added to for a day. */
  private async removeExpired(): Promise<void> {
    const before = new Date(Date.now() - limits.uploadExpiryMs);
    for (const upload of await this.uploads.listCreatedBefore(before)) {
      const path = this.staging.uploadPath(upload.id);
      if (upload.placedPath !== null || (await isOlderThan(path, limits.uploadExpiryMs))) {
        await rm(path, { force: true });
        await this.uploads.delete(upload.id);
      }
    }
  }

  /** Files without an upload, for example of a form whose process died. */
  private async removeOrphans(): Promise<void> {
    for (const name of await readdir(this.staging.uploadsDir)) {
      const path = join(this.staging.uploadsDir, name);
      const isOrphan =
        (await isOlderThan(path, limits.uploadExpiryMs)) &&
        (await this.uploads.find(name)) === null;
      if (isOrphan) {
        await rm(path, { force: true });
      }
    }
  }
}
