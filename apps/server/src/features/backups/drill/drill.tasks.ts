import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { backupDrillFailedNotice, proveBackups, type LocalizedText } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { readDatabaseFailure } from '../../../platform/database/database-failure.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { BackupNews } from '../running/backup-news.service.js';
import { Drill } from './drill.service.js';
import { ProofRepository, type Proof } from './proof.repository.js';

const drillFailed: LocalizedText = {
  cn: '演练因意外错误中断，请查看服务日志',
  en: 'The drill stopped with an unexpected error. Look into the log of the worker.',
};

/** Runs drills in the worker, one after the other, and tells administrators of one that failed. */
@Injectable()
export class DrillTasks implements OnModuleInit {
  private readonly logger = new Logger('Drill');

  constructor(
    private readonly drill: Drill,
    private readonly proofs: ProofRepository,
    private readonly rights: UserRights,
    private readonly notifications: Notifications,
    private readonly news: BackupNews,
    private readonly due: DueWork,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.due.watch(proveBackups, this.proofs.askedCondition);
  }

  @OnDue(proveBackups)
  async prove(signal: AbortSignal): Promise<void> {
    for (;;) {
      const id = await this.proofs.findNext();
      if (id === null) {
        return;
      }
      const proof = await this.run(id, signal);
      if (signal.aborted) {
        return;
      }
      await this.store(id, proof);
    }
  }

  private async run(id: string, signal: AbortSignal): Promise<Proof> {
    try {
      return await this.drill.run(id, signal);
    } catch (error) {
      if (readDatabaseFailure(error) !== null && !(error instanceof DomainError)) {
        throw error;
      }
      if (!(error instanceof DomainError) && !signal.aborted) {
        this.logger.error({ err: error, backupId: id }, 'A drill failed');
      }
      const message = error instanceof DomainError ? error.sentence : drillFailed;
      return { passed: false, message, checkMs: 0, loadMs: 0 };
    }
  }

  private async store(id: string, proof: Proof): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.proofs.store(manager, id, proof);
      if (!proof.passed) {
        const managers = await this.rights.listHolders('system.manage', manager);
        await this.notifications.notify(manager, managers, backupDrillFailedNotice, {
          backupId: id,
          reason: proof.message ?? drillFailed,
        });
      }
    });
    this.news.tell();
  }
}
