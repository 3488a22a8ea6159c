import { Injectable } from '@nestjs/common';
import { runBackups, type BackupKind, type BackupRow, type Language } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../config/config.js';
import { AfterCommit } from '../../platform/database/after-commit.js';
import { isTaken } from '../../platform/database/is-taken.js';
import { AuditTrail } from '../../platform/http/audit-trail.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { BackupNotFoundError, BackupOverError, BackupUnderWayError } from './backup.errors.js';
import { toBackupRow } from './listing/backup-row.presenter.js';
import { BackupRows } from './listing/backup-rows.repository.js';
import { RestoringUnderWayError } from './restoring/restoring.errors.js';
import { RestoringRows } from './restoring/restoring-rows.repository.js';
import { BackupNews } from './running/backup-news.service.js';
import { BackupRuns } from './running/backup-runs.repository.js';

/** Asks for backups and tells of them: to the page, the schedule, and what changes the platform. */
@Injectable()
export class BackupRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: BackupRuns,
    private readonly rows: BackupRows,
    private readonly restorings: RestoringRows,
    private readonly audit: AuditTrail,
    private readonly afterCommit: AfterCommit,
    private readonly tasks: TaskQueue,
    private readonly news: BackupNews,
    private readonly config: Config,
  ) {}

  /**
   * Adds a backup that the worker takes; there is one under way at a time, and none while a backup is restored, for it would hold some
   * of both. Only a manual one is noted in the log by itself.
   * @throws BackupUnderWayError, RestoringUnderWayError
   */
  request(
    kind: BackupKind,
    withFiles: boolean,
    userId: string | null,
    language: Language = 'en',
  ): Promise<BackupRow> {
    return this.add(kind, withFiles, userId, language, async (manager) => {
      if (await this.restorings.hasUnderWay(manager)) {
        throw new RestoringUnderWayError();
      }
    });
  }

  /** The same for what is there before a restoring, which ends it when it ends itself. @throws BackupUnderWayError */
  requestSafety(
    { id, userId }: { id: string; userId: string | null },
    withFiles: boolean,
  ): Promise<BackupRow> {
    return this.add('safety', withFiles, userId, 'en', (manager, backupId) =>
      this.restorings.noteSafetyBackup(manager, id, backupId),
    );
  }

  private async add(
    kind: BackupKind,
    withFiles: boolean,
    userId: string | null,
    language: Language,
    alongside: (manager: EntityManager, id: string) => Promise<void>,
  ): Promise<BackupRow> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        const id = await this.runs.insert(manager, kind, withFiles, userId);
        await alongside(manager, id);
        const row = await this.rows.find(id, manager);
        if (row === null) {
          throw new BackupNotFoundError();
        }
        const shown = toBackupRow(row, this.config.timeZone, language);
        if (kind === 'manual') {
          await this.audit.record(manager, {
            target: { type: 'backup', id, name: shown.createTime },
            details: { withFiles },
          });
        }
        this.afterCommit.run(manager, async () => {
          this.news.tell();
          await this.tasks.add(runBackups, {});
        });
        return shown;
      });
    } catch (error) {
      throw isTaken(error) ? new BackupUnderWayError() : error;
    }
  }

  /** @throws BackupNotFoundError, BackupOverError */
  async cancel(id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const row = await this.rows.find(id, manager);
      if (row === null) {
        throw new BackupNotFoundError();
      }
      if (!(await this.runs.cancel(manager, id))) {
        throw new BackupOverError();
      }
      const { createTime } = toBackupRow(row, this.config.timeZone, 'en');
      await this.audit.record(manager, { target: { type: 'backup', id, name: createTime } });
      this.afterCommit.run(manager, () => this.news.tell());
    });
  }

  async find(id: string, language: Language = 'en'): Promise<BackupRow | null> {
    const row = await this.rows.find(id);
    return row && toBackupRow(row, this.config.timeZone, language);
  }
}
