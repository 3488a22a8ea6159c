import { Injectable } from '@nestjs/common';
import type { Language, LocalizedText } from '@clusterdesk/contracts';
import { MailAndSms } from '../../../platform/messages/mail-and-sms.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { FeedbackRepository, type StoredFeedback } from './feedback.repository.js';

const subject: LocalizedText = {
  cn: 'ClusterDesk：新的用户留言',
  en: 'ClusterDesk: a user left a message',
};

/** Mails messages to administrators: one mail each, whose row goes when it is sent. */
@Injectable()
export class FeedbackMails {
  constructor(
    private readonly repository: FeedbackRepository,
    private readonly accounts: UserAccounts,
    private readonly rights: UserRights,
    private readonly messenger: MailAndSms,
  ) {}

  /** Sends those that wait. Run again it goes on with those that are left; a crash between a mail and its row sends this one twice. */
  async send(id: string): Promise<void> {
    const found = await this.repository.find(id);
    if (!found || !(await this.messenger.canMail())) {
      return;
    }
    for (const userId of await this.repository.listWaiting(id)) {
      const to = await this.addressOf(userId);
      if (to) {
        const text = textOf(found)[to.language];
        await this.messenger.sendMail({ to: to.email, subject: subject[to.language], text });
      }
      await this.repository.removeMail(id, userId);
    }
  }

  /** By the rights of this moment; null: no administrator any more, or without an address. */
  private async addressOf(userId: string): Promise<{ email: string; language: Language } | null> {
    const user = await this.rights.find(userId);
    const mayRead = user?.isSystemAdministrator || user?.permissions.has('system.manage');
    if (!user || !mayRead) {
      return null;
    }
    const email = await this.accounts.getContact(userId, 'email');
    return email === null ? null : { email, language: user.language };
  }
}

function textOf({ message, userName, realName }: StoredFeedback): LocalizedText {
  const name = realName || userName;
  return {
    cn: `${name ?? '已删除的用户'}留言：\n\n${message}\n\n请在“联系我们”页面中处理。`,
    en: `${name ?? 'A user who is deleted'} wrote:\n\n${message}\n\nMark it as handled on the Contact page.`,
  };
}
