import { Injectable } from '@nestjs/common';
import { endpoints, type WorkbenchFigures } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { MailAndSms } from '../../platform/messages/mail-and-sms.service.js';
import { publicUrl } from '../../platform/settings/platform.settings.js';
import { Settings } from '../../platform/settings/settings.service.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { BackupStatus } from '../backups/backup-status.service.js';
import { QueueService } from '../jobs/queues/queue.service.js';
import { BootstrapService } from '../users/bootstrap/bootstrap.service.js';

/** How far a new platform has been set up. */
@Injectable()
export class SetupProgress {
  constructor(
    private readonly log: AuditLog,
    private readonly messages: MailAndSms,
    private readonly bootstrap: BootstrapService,
    private readonly queues: QueueService,
    private readonly backups: BackupStatus,
    private readonly settings: Settings,
  ) {}

  /** For system administrators; null for everybody else. */
  async of({
    userId,
    isSystemAdministrator,
  }: Pick<Principal, 'userId' | 'isSystemAdministrator'>): Promise<WorkbenchFigures['setup']> {
    if (!isSystemAdministrator) {
      return null;
    }
    const [hasOwnPassword, hasMail, hasUsers, hasQueue, backup, url] = await Promise.all([
      this.log.hasDone(userId, endpoints.account.updatePassword),
      this.messages.canMail(),
      this.bootstrap.hasAddedUsers(),
      this.queues.hasAny(),
      this.backups.read(),
      this.settings.get(publicUrl),
    ]);
    return {
      hasOwnPassword,
      hasMail,
      hasUsers,
      hasQueue,
      hasBackup: backup.last !== null,
      hasPublicUrl: url !== null,
    };
  }
}
