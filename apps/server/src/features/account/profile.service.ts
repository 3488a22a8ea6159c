import { Injectable } from '@nestjs/common';
import type { CallerDetail, Language } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { MailAndSms } from '../../platform/messages/mail-and-sms.service.js';
import { UserAccounts } from '../users/user-accounts.service.js';
import { UserStateService } from '../users/state/user-state.service.js';
import { OnlyOneselfError } from '../users/user.errors.js';

/** What a signed-in user may know and set of himself. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly accounts: UserAccounts,
    private readonly users: UserStateService,
    private readonly messages: MailAndSms,
  ) {}

  async getDetail(caller: Principal): Promise<CallerDetail> {
    const { canSms, canMail } = this.messages;
    const detail = await this.accounts.getDetail(caller);
    return { ...detail, canReceiveCodes: { mobile: canSms, email: canMail } };
  }

  async setLanguage(caller: Principal, selected: Language): Promise<{ selected: Language }> {
    await this.accounts.setLanguage(caller.userId, selected);
    return { selected };
  }

  /** One's own; who manages users, anyone's. */
  async setRealName(caller: Principal, userId: string, realName: string): Promise<void> {
    if (userId === caller.userId) {
      await this.accounts.setRealName(userId, realName);
      return;
    }
    if (!caller.isSystemAdministrator && !caller.permissions.has('users.manage')) {
      throw new OnlyOneselfError();
    }
    await this.users.setRealName(caller, userId, realName);
  }
}
