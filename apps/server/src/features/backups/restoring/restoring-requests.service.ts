import { Injectable } from '@nestjs/common';
import { runRestorings, type RestoringRow } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { isTaken } from '../../../platform/database/is-taken.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { BackupNotFoundError } from '../backup.errors.js';
import { toRestoringRow } from '../listing/backup-row.presenter.js';
import { BackupNews } from '../running/backup-news.service.js';
import { RestoringNotHereError, RestoringUnderWayError } from './restoring.errors.js';
import { RestoringRows } from './restoring-rows.repository.js';

/** Asks for a backup to be restored. */
@Injectable()
export class RestoringRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rows: RestoringRows,
    private readonly audit: AuditTrail,
    private readonly tasks: TaskQueue,
    private readonly news: BackupNews,
    private readonly config: Config,
  ) {}

  /** @throws BackupNotFoundError, RestoringNotHereError, RestoringUnderWayError, TaskQueueAwayError */
  async request(
    { userId, language }: Pick<Principal, 'userId' | 'language'>,
    backupId: string,
  ): Promise<RestoringRow> {
    const row = await this.insert(userId, backupId);
    try {
      await this.tasks.addOrFail(runRestorings, {});
    } catch (error) {
      await this.rows.remove(row.id);
      throw error;
    } finally {
      this.news.tell();
    }
    return toRestoringRow(row, this.config.timeZone, language);
  }

  private async insert(
    userId: string,
    backupId: string,
  ): Promise<NonNullable<Awaited<ReturnType<RestoringRows['find']>>>> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        const backup = await this.rows.lockBackup(manager, backupId);
        if (backup === null) {
          throw new BackupNotFoundError();
        }
        if (!backup.isHere) {
          throw new RestoringNotHereError();
        }
        const id = await this.rows.insert(manager, backupId, userId);
        await this.audit.record(manager, {
          target: {
            type: 'backup',
            id: backupId,
            name: wireTime(backup.createdAt, this.config.timeZone),
          },
          details: { restoring: id },
        });
        const row = await this.rows.find(id, manager);
        if (row === null) {
          throw new BackupNotFoundError();
        }
        return row;
      });
    } catch (error) {
      throw isTaken(error) ? new RestoringUnderWayError() : error;
    }
  }
}
