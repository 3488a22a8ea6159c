import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { buildPackages, sweepDownloads } from '@clusterdesk/contracts';
import { isUuid } from '../../platform/database/is-uuid.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { isOlderThan } from '../spaces/storage/file-age.js';
import { Staging } from '../spaces/storage/staging.js';
import { runSweep } from '../spaces/tasks/run-sweep.js';
import { AccelLinks } from './sending/accel-links.service.js';
import { DownloadRepository } from './download.repository.js';

/** A part file not written to for this long belongs to a run that died. */
const deadPartMs = 3_600_000;

/** Finds packages whose process died, and removes what has expired. */
@Injectable()
export class DownloadSweeper {
  private readonly logger = new Logger('DownloadSweeper');

  constructor(
    private readonly staging: Staging,
    private readonly downloads: DownloadRepository,
    private readonly accel: AccelLinks,
    private readonly tasks: TaskQueue,
  ) {}

  @OnDue(sweepDownloads)
  async sweep(): Promise<void> {
    await runSweep(this.logger, {
      stalePackages: () => this.tasks.add(buildPackages, {}),
      expiredRows: () => this.downloads.deleteExpired(),
      accelLinks: () => this.accel.removeOld(),
      packageFiles: () => this.removePackageFiles(),
    });
  }

  /**
   * Zips whose row is gone, and parts that no run writes to any more. A name that is not ours is left alone: NFS keeps a
   * removed file that is still open as `.nfs<number>` until it is closed.
   */
  private async removePackageFiles(): Promise<void> {
    for (const name of await readdir(this.staging.packagesDir)) {
      const id = name.slice(0, name.indexOf('.'));
      if (!isUuid(id)) {
        continue;
      }
      const path = join(this.staging.packagesDir, name);
      const isOver = name.endsWith('.part')
        ? await isOlderThan(path, deadPartMs)
        : !(await this.downloads.existsPackage(id));
      if (isOver) {
        await rm(path, { force: true });
      }
    }
  }
}
