import { Injectable, Logger } from '@nestjs/common';
import { carryBackups, pruneBackups, startScheduledBackup } from '@clusterdesk/contracts';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { runSweep } from '../spaces/tasks/run-sweep.js';
import { BackupList } from './listing/backup-list.service.js';
import { BackupSchedule } from './schedule/backup-schedule.service.js';
import { BackupFetcher } from './store/backup-fetcher.service.js';
import { BackupSender } from './store/backup-sender.service.js';

/** What is due of backups: taking them, copying them, removing them. */
@Injectable()
export class BackupKeeping {
  private readonly logger = new Logger('BackupKeeping');

  constructor(
    private readonly schedule: BackupSchedule,
    private readonly sender: BackupSender,
    private readonly fetcher: BackupFetcher,
    private readonly list: BackupList,
  ) {}

  @OnDue(startScheduledBackup)
  start(): Promise<void> {
    return runSweep(this.logger, {
      scheduled: () => this.schedule.start(),
      failures: () => this.schedule.tellFailures(),
    });
  }

  @OnDue(carryBackups)
  carry(signal: AbortSignal): Promise<void> {
    return runSweep(this.logger, {
      askedFor: () => this.fetcher.fetchAll(signal),
      copies: () => this.sender.sendAll(signal),
    });
  }

  @OnDue(pruneBackups)
  prune(): Promise<void> {
    const origin = { logModel: 'backups', methodName: pruneBackups.name };
    return runSweep(this.logger, {
      expired: () => this.schedule.expire(origin),
      deleted: () => this.list.clearRemoved(),
    });
  }
}
