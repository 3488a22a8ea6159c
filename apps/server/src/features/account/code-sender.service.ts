import { Injectable, Logger } from '@nestjs/common';
import type { Language, LocalizedText } from '@clusterdesk/contracts';
import { MailAndSms } from '../../platform/messages/mail-and-sms.service.js';
import { UserRights } from '../users/rights/user-rights.service.js';
import { VerificationCodes, type VerificationKey } from './verification-codes.service.js';

const subject: LocalizedText = { cn: 'ClusterDesk 验证码', en: 'Your ClusterDesk code' };

const textOf = (code: string): LocalizedText => ({
  cn: `您的验证码是 ${code}，5 分钟内有效。如非本人操作，请忽略。`,
  en: `Your verification code is ${code}. It is valid for 5 minutes. If you did not ask for it, ignore this message.`,
});

/** Makes codes at the moment they are sent, so that no queue ever holds one. */
@Injectable()
export class CodeSender {
  private readonly logger = new Logger('VerificationCode');

  constructor(
    private readonly codes: VerificationCodes,
    private readonly messenger: MailAndSms,
    private readonly rights: UserRights,
  ) {}

  /** Sends by mail or SMS; a second run sends a new code, and the newest is the one that is good. */
  async send(slot: VerificationKey): Promise<void> {
    const issued = await this.codes.issue(slot);
    if (!issued) {
      return;
    }
    const language = await this.languageOf(slot.userId);
    const text = textOf(issued.code)[language];
    if (slot.purpose.startsWith('email')) {
      await this.messenger.sendMail({ to: issued.target, subject: subject[language], text });
    } else {
      await this.messenger.sendSms(issued.target, text);
    }
    await this.codes.noteSent(slot);
  }

  /** An installation without a mail server or SMS gateway: its operator reads the code here. */
  async writeToLog(slot: VerificationKey): Promise<void> {
    const issued = await this.codes.issue(slot);
    if (issued) {
      await this.codes.noteSent(slot);
      this.logger.log(`The verification code for ${issued.target} is ${issued.code}`);
    }
  }

  private async languageOf(userId: string): Promise<Language> {
    return (await this.rights.find(userId))?.language ?? 'cn';
  }
}
