import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { runRestorings, type LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type QueryRunner } from 'typeorm';
import { Config } from '../../../config/config.js';
import { lockKey } from '../../../platform/database/advisory-locks.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { Timings } from '../../../platform/timings.js';
import { Staging } from '../../spaces/storage/staging.js';
import { ArchiveCheck } from '../archive/archive-check.service.js';
import { archiveDir, type Manifest } from '../archive/manifest.js';
import { BackupRequests } from '../backup-requests.service.js';
import { FilesPlacing } from '../files/files-placing.service.js';
import { BackupNews } from '../running/backup-news.service.js';
import { FolderSwap } from './folder-swap.js';
import { PlacedIdentities } from './placed-identities.js';
import { RestoredNews, type Holders } from './restored-news.service.js';
import { RestoringRecovery } from './restoring-recovery.service.js';
import {
  RestoringFailedError,
  RestoringInterruptedError,
  RestoringNoSpaceError,
  SafetyBackupError,
} from './restoring.errors.js';
import { RestoringProgress } from './restoring-progress.js';
import { RestoringRows, type RunningRestoring } from './restoring-rows.repository.js';
import { RowReplacing } from './row-replacing.service.js';

/** Points at which a process may die; each is tried. */
export type RestoringPoint = 'checked' | 'saved' | 'laidOut' | 'loaded' | 'committed' | 'swapped';

/** How often it is looked whether the safety backup has ended, milliseconds. */
const lookMs = 500;

/**
 * Restores backups in the worker: all is checked, a safety backup is taken, the files are laid out beside those in use; then one
 * transaction decides, and renamings follow it. Before its commit nothing has changed; after it, whoever starts next completes it.
 */
@Injectable()
export class RestoringRun {
  private readonly logger = new Logger('RestoringRun');

  constructor(
    private readonly dataSource: DataSource,
    private readonly rows: RestoringRows,
    private readonly recovery: RestoringRecovery,
    private readonly check: ArchiveCheck,
    private readonly requests: BackupRequests,
    private readonly placing: FilesPlacing,
    private readonly replacing: RowReplacing,
    private readonly staging: Staging,
    private readonly restoredNews: RestoredNews,
    private readonly news: BackupNews,
    private readonly config: Config,
    private readonly timings: Timings,
  ) {}

  @OnTask(runRestorings)
  async work(_: object, signal: AbortSignal): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    const key = lockKey('restoring');
    try {
      // By the connection that decides: who has lost it can decide nothing.
      const [row] = (await runner.query(
        'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
        key,
      )) as { locked: boolean }[];
      if (!row?.locked) {
        return;
      }
      try {
        await this.recovery.settle();
        const restoring = await this.rows.take();
        if (restoring) {
          await this.restore(runner, restoring, signal);
        }
      } finally {
        await new PlacedIdentities(runner).drop();
        await runner.query('SELECT pg_advisory_unlock($1, hashtext($2))', key);
      }
    } finally {
      await runner.release();
    }
  }

  /** Where it is, for those who try what a dying process leaves. */
  protected async reached(_point: RestoringPoint): Promise<void> {}

  private async restore(
    runner: QueryRunner,
    restoring: RunningRestoring,
    signal: AbortSignal,
  ): Promise<void> {
    const swap = new FolderSwap(this.config.filesDir, restoring.id);
    const progress = new RestoringProgress(restoring.id, this.rows, this.news, this.timings);
    let decided: { manifest: Manifest; holders: Holders };
    try {
      decided = await this.replaceAll(runner, restoring, swap, progress, signal);
    } catch (error) {
      await progress.end();
      // The answer to a commit can get lost: the row knows. Where it cannot be asked, nothing is removed, and the next start asks.
      if (await this.rows.isDone(restoring.id)) {
        await swap.complete();
        await this.restoredNews.tellLate();
        await swap.remove();
        return;
      }
      await swap.remove();
      await this.rows.fail(restoring.id, this.reasonOf(error, signal));
      await this.recovery.endSafetyBackups();
      this.news.tell();
      return;
    }
    // It is decided: whatever fails from here on, the next start completes.
    await this.reached('committed');
    if (decided.manifest.files !== null) {
      await swap.complete();
    }
    await this.reached('swapped');
    await this.restoredNews.tell(decided.holders);
    this.logger.log('A backup was restored.');
    await swap.remove();
  }

  private async replaceAll(
    runner: QueryRunner,
    restoring: RunningRestoring,
    swap: FolderSwap,
    progress: RestoringProgress,
    signal: AbortSignal,
  ): Promise<{ manifest: Manifest; holders: Holders }> {
    const dir = archiveDir(this.config.backupDir, restoring.backupId);
    const { parts, files } = await this.check.readManifest(dir);
    const rowBytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    progress.begin('checking', rowBytes + (files?.bytes ?? 0));
    const manifest = await this.check.check(dir, progress.advance, signal);
    if (files !== null && (await this.staging.spareBytes()) < files.bytes) {
      throw new RestoringNoSpaceError();
    }
    await this.reached('checked');
    await this.takeSafetyBackup(restoring, files !== null, progress, signal);
    await this.reached('saved');
    const identities =
      files === null ? null : await this.layOut(runner, dir, swap, progress, signal);
    await this.reached('laidOut');
    const holders = await this.restoredNews.listHolders();
    progress.begin('database', rowBytes);
    await this.replacing.replace(
      runner,
      restoring,
      { dir, manifest },
      identities,
      progress.advance,
      signal,
      async () => {
        await progress.end();
        await this.reached('loaded');
      },
    );
    return { manifest, holders };
  }

  /** The files as they shall be, beside those in use, and which is which. */
  private async layOut(
    runner: QueryRunner,
    dir: string,
    swap: FolderSwap,
    progress: RestoringProgress,
    signal: AbortSignal,
  ): Promise<PlacedIdentities> {
    await swap.prepare();
    progress.begin('files', (await this.check.readManifest(dir)).files?.bytes ?? 0);
    const identities = new PlacedIdentities(runner);
    await identities.open();
    const add = identities.add.bind(identities);
    await this.placing.place(dir, swap.fresh, add, progress.advance, signal);
    return identities;
  }

  private async takeSafetyBackup(
    restoring: RunningRestoring,
    withFiles: boolean,
    progress: RestoringProgress,
    signal: AbortSignal,
  ): Promise<void> {
    progress.begin('saving', 0);
    const { id } = await this.requests.requestSafety(restoring, withFiles);
    for (;;) {
      await sleep(lookMs, undefined, { signal });
      const backup = await this.requests.find(id);
      if (backup?.state === 'done') {
        return;
      }
      if (backup === null || backup.state === 'failed' || backup.state === 'cancelled') {
        throw new SafetyBackupError();
      }
      progress.show(backup.doneBytes, backup.totalBytes);
    }
  }

  private reasonOf(error: unknown, signal: AbortSignal): LocalizedText {
    if (error instanceof DomainError) {
      return error.sentence;
    }
    if (signal.aborted) {
      return new RestoringInterruptedError().sentence;
    }
    this.logger.error({ err: error }, 'A backup could not be restored');
    return new RestoringFailedError().sentence;
  }
}
