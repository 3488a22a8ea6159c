import { Injectable, Logger } from '@nestjs/common';
import { backupFailedNotice, type BackupPlan, type BackupPlanView } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { BackupRequests } from '../backup-requests.service.js';
import { BackupList } from '../listing/backup-list.service.js';
import { backupPlanSetting } from './backup.settings.js';
import { ScheduleRepository } from './schedule.repository.js';

/** Backups that nobody asks for: when they are taken, and when they go. */
@Injectable()
export class BackupSchedule {
  private readonly logger = new Logger('BackupSchedule');

  constructor(
    private readonly settings: Settings,
    private readonly rows: ScheduleRepository,
    private readonly requests: BackupRequests,
    private readonly list: BackupList,
    private readonly notifications: Notifications,
    private readonly rights: UserRights,
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  async get(): Promise<BackupPlanView> {
    return this.view(await this.settings.get(backupPlanSetting));
  }

  /** What was planned for a time before the change is not made up for. */
  async save(change: Partial<BackupPlan>): Promise<BackupPlanView> {
    const plan = { ...(await this.settings.get(backupPlanSetting)), ...change };
    await this.dataSource.transaction(async (manager) => {
      await this.settings.set(backupPlanSetting, plan, manager);
      await this.rows.settle(null, manager);
    });
    return this.view(plan);
  }

  /**
   * Begins the backup that is due. Of several times that passed while nothing ran, the last is made up for. While another backup is
   * under way it waits for the next look.
   */
  async start(): Promise<void> {
    const plan = await this.settings.get(backupPlanSetting);
    const due = plan.isOn ? await this.rows.findDue(plan) : null;
    if (due === null) {
      return;
    }
    // A worker that was killed right here has begun it already.
    if (!(await this.rows.isBegun(due))) {
      try {
        await this.requests.request('scheduled', plan.withFiles, null);
      } catch (error) {
        if (error instanceof DomainError) {
          this.logger.log(`The scheduled backup waits: ${error.sentence.en}`);
          return;
        }
        throw error;
      }
    }
    await this.rows.settle(due);
  }

  /** Tells those who manage the platform of scheduled backups that failed. */
  async tellFailures(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const failed = await this.rows.takeFailed(manager);
      const userIds =
        failed.length === 0 ? [] : await this.rights.listHolders('system.manage', manager);
      for (const { createdAt, message } of failed) {
        await this.notifications.notify(manager, userIds, backupFailedNotice, {
          what: 'backup',
          time: wireTime(createdAt, this.config.timeZone),
          reason: message ?? { cn: '', en: '' },
        });
      }
    });
  }

  /** Deletes what is kept no longer. */
  async expire(origin: { logModel: string; methodName: string }): Promise<void> {
    const plan = await this.settings.get(backupPlanSetting);
    for (const row of await this.rows.listExpired(plan)) {
      await this.dataSource
        .transaction((manager) => this.list.removeIn(manager, row, origin))
        .catch((error: unknown) => {
          // Somebody deleted it, or uses it, since it was listed.
          if (!(error instanceof DomainError)) {
            throw error;
          }
        });
    }
  }

  private async view(plan: BackupPlan): Promise<BackupPlanView> {
    const { timeZone } = this.config;
    const next = plan.isOn ? await this.rows.findNext(plan) : null;
    return { ...plan, nextTime: next && wireTime(next, timeZone), timeZone };
  }
}
