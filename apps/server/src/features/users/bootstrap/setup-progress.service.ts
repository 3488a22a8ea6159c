import { Injectable } from '@nestjs/common';
import { endpoints, type WorkbenchFigures } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { MailAndSms } from '../../../platform/messages/mail-and-sms.service.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { developName } from '../user.policy.js';
import { firstUserName } from './bootstrap.service.js';

/** How far a new platform has been set up. */
@Injectable()
export class SetupProgress {
  constructor(
    private readonly dataSource: DataSource,
    private readonly log: AuditLog,
    private readonly messages: MailAndSms,
  ) {}

  /** For system administrators; null for everybody else. */
  async of({
    userId,
    isSystemAdministrator,
  }: Pick<Principal, 'userId' | 'isSystemAdministrator'>): Promise<WorkbenchFigures['setup']> {
    if (!isSystemAdministrator) {
      return null;
    }
    const [hasOwnPassword, hasMail, hasUsers] = await Promise.all([
      this.log.hasDone(userId, endpoints.account.updatePassword),
      this.messages.canMail(),
      this.hasUsers(),
    ]);
    return { hasOwnPassword, hasMail, hasUsers };
  }

  /** Users that somebody added: the start makes the others by itself. */
  private async hasUsers(): Promise<boolean> {
    const [found] = await this.dataSource.query<{ exists: boolean }[]>(
      'SELECT EXISTS (SELECT FROM user_account WHERE user_name <> ALL($1::text[]))',
      [[firstUserName, developName]],
    );
    return found?.exists ?? false;
  }
}
