import { Injectable } from '@nestjs/common';
import type { CallerDetail, Language } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { MailAndSms } from '../../platform/messages/mail-and-sms.service.js';
import { UserAccounts } from '../users/user-accounts.service.js';
import { UserEditService } from '../users/edit/user-edit.service.js';
import { OnlyOneselfError } from '../users/user.errors.js';

/** What signed-in users may see and change of their own account. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly accounts: UserAccounts,
    private readonly users: UserEditService,
    private readonly messages: MailAndSms,
  ) {}

  async getDetail(caller: Principal): Promise<CallerDetail> {
    const [detail, mobile, email] = await Promise.all([
      this.accounts.getDetail(caller),
      this.messages.canSms(),
      this.messages.canMail(),
    ]);
    return { ...detail, canReceiveCodes: { mobile, email } };
  }

  async setLanguage(caller: Principal, selected: Language): Promise<{ selected: Language }> {
    await this.accounts.setLanguage(caller.userId, selected);
    return { selected };
  }

  /** The caller's own; users who manage users may change anyone's. */
  async setRealName(caller: Principal, userId: string, realName: string): Promise<void> {
    if (userId === caller.userId) {
      await this.accounts.setRealName(userId, realName);
      return;
    }
    if (!caller.isSystemAdministrator && !caller.permissions.has('users.manage')) {
      throw new OnlyOneselfError();
    }
    await this.users.edit(caller, { id: userId, realName, mustChangePassword: undefined });
  }
}
