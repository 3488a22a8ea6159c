import { Injectable, Logger } from '@nestjs/common';
import type { CodePurpose, LocalizedText } from '@clusterdesk/contracts';
import { MailAndSms } from '../../platform/messages/mail-and-sms.service.js';
import { UserRights } from '../users/rights/user-rights.service.js';
import { VerificationCodes, type VerificationKey } from './verification-codes.service.js';

const subject: LocalizedText = { cn: 'ClusterDesk 验证码', en: 'Your ClusterDesk code' };

const textOf = (code: string): LocalizedText => ({
  cn: `您的验证码是 ${code}，5 分钟内有效。如非本人操作，请忽略。`,
  en: `Your verification code is ${code}. It is valid for 5 minutes. If you did not ask for it, ignore this message.`,
});

const isEmail = (purpose: CodePurpose): boolean => purpose.startsWith('email');

/** Makes codes at the moment they are sent, so that no queue ever holds one. */
@Injectable()
export class CodeSender {
  private readonly logger = new Logger('VerificationCode');

  constructor(
    private readonly codes: VerificationCodes,
    private readonly messenger: MailAndSms,
    private readonly rights: UserRights,
  ) {}

  /** Whether codes for this purpose go out; without a mail server or SMS gateway the operator finds them in the log. */
  canSend(purpose: CodePurpose): Promise<boolean> {
    return isEmail(purpose) ? this.messenger.canMail() : this.messenger.canSms();
  }

  /** Sends by mail or SMS, or writes to the log. A second run sends a new code, and only the newest is valid. */
  async send(slot: VerificationKey): Promise<void> {
    const issued = await this.codes.issue(slot);
    if (!issued) {
      return;
    }
    const { code, target } = issued;
    const language = (await this.rights.find(slot.userId))?.language ?? 'cn';
    const text = textOf(code)[language];
    if (!(await this.canSend(slot.purpose))) {
      this.logger.log(`The verification code for ${target} is ${code}`);
    } else if (isEmail(slot.purpose)) {
      await this.messenger.sendMail({ to: target, subject: subject[language], text });
    } else {
      await this.messenger.sendSms(target, text);
    }
    await this.codes.noteSent(slot);
  }
}
