import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { limits, sweepUploads } from '@clusterdesk/contracts';
import { DomainError } from '../../platform/http/domain-error.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { isOlderThan } from '../spaces/storage/file-age.js';
import { Staging } from '../spaces/storage/staging.js';
import { runSweep } from '../spaces/tasks/run-sweep.js';
import { UploadRepository } from './upload.repository.js';
import { expiryOf, ownerOf } from './upload-caller.js';
import { UploadService } from './upload.service.js';

/** A running form renews its hold every minute (`QuotaHold`). */
const holdMs = 10 * 60_000;

/** Removes abandoned uploads, and the room that they hold in quotas. */
@Injectable()
export class UploadSweeper {
  private readonly logger = new Logger('UploadSweeper');

  constructor(
    private readonly staging: Staging,
    private readonly uploads: UploadRepository,
    private readonly service: UploadService,
  ) {}

  @OnDue(sweepUploads)
  async sweep(): Promise<void> {
    await runSweep(this.logger, {
      expiredUploads: () => this.removeExpired(),
      abandonedHolds: () => this.uploads.deleteHoldsBefore(new Date(Date.now() - holdMs)),
      lostUploads: () => this.endLost(),
      orphanedFiles: () => this.removeOrphans(),
    });
  }

  /** Uploads that received nothing for a day, and those of visitors that received nothing for an hour. */
  private async removeExpired(): Promise<void> {
    const now = Date.now();
    const before = new Date(now - limits.uploadExpiryMs);
    const beforeOfVisitors = new Date(now - limits.visitorUploadExpiryMs);
    await this.uploads.deletePlacedBefore(before);
    for (const upload of await this.uploads.listUnplacedBefore(before, beforeOfVisitors)) {
      const { id } = upload;
      if (await isOlderThan(this.staging.uploadPath(id), expiryOf(upload), 'ctimeMs')) {
        await this.service.discard(id);
      }
    }
  }

  /**
   * Complete uploads whose bytes are no longer in staging. Either a process placed them and died, which is
   * recorded now, or staging was cleared, and they fail now rather than when they expire.
   */
  private async endLost(): Promise<void> {
    for (const { id, userId, visitorId } of await this.uploads.listSealed()) {
      if (!(await this.staging.has(id))) {
        await this.service.finish(ownerOf({ userId, visitorId }), id).catch((error: unknown) => {
          if (!(error instanceof DomainError)) {
            throw error;
          }
          this.logger.warn({ uploadId: id, code: error.code }, 'An upload has lost its bytes');
        });
      }
    }
  }

  /** Files without an upload, for example from a form whose process died. */
  private async removeOrphans(): Promise<void> {
    for (const name of await readdir(this.staging.uploadsDir)) {
      const path = join(this.staging.uploadsDir, name);
      const isOrphan =
        (await isOlderThan(path, limits.uploadExpiryMs, 'ctimeMs')) &&
        (await this.uploads.find(name)) === null;
      if (isOrphan) {
        await rm(path, { force: true });
      }
    }
  }
}
