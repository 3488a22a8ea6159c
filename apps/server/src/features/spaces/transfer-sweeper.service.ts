import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { buildPackage, copyEntries, limits } from '@clusterdesk/contracts';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { AccelLinks } from '../downloads/accel-links.service.js';
import { CopyRepository } from '../copies/copy.repository.js';
import { DownloadRepository } from '../downloads/download.repository.js';
import { isUuid } from '../../platform/database/is-uuid.js';
import { Staging } from './staging.js';
import { UploadRepository } from '../uploads/upload.repository.js';

/** Finds again what got lost with a process, and clears away what is over. */
@Injectable()
export class TransferSweeper {
  constructor(
    private readonly staging: Staging,
    private readonly uploads: UploadRepository,
    private readonly downloads: DownloadRepository,
    private readonly copies: CopyRepository,
    private readonly accel: AccelLinks,
    private readonly tasks: TaskQueue,
  ) {}

  async sweep(): Promise<void> {
    for (const id of await this.downloads.listStale()) {
      await this.tasks.add(buildPackage, { packageId: id });
    }
    for (const id of await this.copies.listStale()) {
      await this.tasks.add(copyEntries, { copyId: id });
    }
    await this.downloads.deleteExpired();
    await this.copies.deleteOld();
    await this.removeCopies();
    await this.accel.removeOld();
    await this.removePackageFiles();
    await this.removeUploads();
  }

  /** Zips whose row is gone, and parts that no run writes to any more. */
  private async removePackageFiles(): Promise<void> {
    for (const name of await readdir(this.staging.packagesDir)) {
      const path = join(this.staging.packagesDir, name);
      const id = name.slice(0, name.indexOf('.'));
      const isOver = name.endsWith('.part')
        ? await this.isOlderThan(path, 3_600_000)
        : (await this.downloads.findPackage(id)) === null;
      if (isOver) {
        await rm(path, { force: true });
      }
    }
  }

  /** What is staged of copies that are over. */
  private async removeCopies(): Promise<void> {
    for (const id of await readdir(this.staging.copiesDir)) {
      if (!isUuid(id) || !(await this.copies.isUnderWay(id))) {
        await this.staging.removeCopy(id);
      }
    }
  }

  /** Uploads that nothing was added to for a day, and files without an upload. */
  private async removeUploads(): Promise<void> {
    const before = new Date(Date.now() - limits.uploadExpiryMs);
    for (const upload of await this.uploads.listCreatedBefore(before)) {
      const path = this.staging.uploadPath(upload.id);
      if (upload.placedPath !== null || (await this.isOlderThan(path, limits.uploadExpiryMs))) {
        await rm(path, { force: true });
        await this.uploads.delete(upload.id);
      }
    }
    for (const name of await readdir(this.staging.uploadsDir)) {
      const path = join(this.staging.uploadsDir, name);
      const isOrphan =
        (await this.isOlderThan(path, limits.uploadExpiryMs)) &&
        (await this.uploads.find(name)) === null;
      if (isOrphan) {
        await rm(path, { force: true });
      }
    }
  }

  /** A file that is gone is as old as can be. */
  private async isOlderThan(path: string, ageMs: number): Promise<boolean> {
    const touchedMs = await stat(path).then(
      (stats) => stats.mtimeMs,
      () => 0,
    );
    return touchedMs < Date.now() - ageMs;
  }
}
