import { Injectable, Logger } from '@nestjs/common';
import type { LocalizedText } from '@clusterdesk/contracts';
import type { Principal } from '../../../platform/http/access/principal.js';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { MailAndSms } from '../../../platform/messages/mail-and-sms.service.js';
import { explainMessageFailure } from '../../../platform/messages/message-failure.js';
import { MessageNotSentError, NoMailServerError, NoSmsGatewayError } from './setting.errors.js';

/** For each administrator. */
const testLimit: RateLimit = { name: 'test-messages', points: 10, seconds: 600 };

const subject: LocalizedText = { cn: 'ClusterDesk 测试邮件', en: 'ClusterDesk test mail' };
const text: LocalizedText = {
  cn: '这是一条测试消息。收到它说明平台的消息设置可用。',
  en: 'This is a test message. That it arrived means that the platform can send messages.',
};

/** Sends one message with what is saved, and tells in plain words why it did not go out. */
@Injectable()
export class TestMessages {
  private readonly logger = new Logger('TestMessages');

  constructor(
    private readonly messages: MailAndSms,
    private readonly limits: RateLimits,
  ) {}

  /** @throws DomainError NoMailServerError, MessageNotSentError, 429 */
  async sendMail({ userId, language }: Principal, email: string): Promise<void> {
    if (!(await this.messages.canMail())) {
      throw new NoMailServerError();
    }
    const mail = { to: email, subject: subject[language], text: text[language] };
    await this.send(userId, () => this.messages.sendMail(mail));
  }

  /** @throws DomainError NoSmsGatewayError, MessageNotSentError, 429 */
  async sendSms({ userId, language }: Principal, mobile: string): Promise<void> {
    if (!(await this.messages.canSms())) {
      throw new NoSmsGatewayError();
    }
    await this.send(userId, () => this.messages.sendSms(mobile, text[language]));
  }

  private async send(userId: string, work: () => Promise<void>): Promise<void> {
    await this.limits.consume(testLimit, userId);
    try {
      await work();
    } catch (error) {
      const reason = explainMessageFailure(error);
      // The error itself may hold the address of the gateway, which is a secret.
      this.logger.warn(`A test message was not sent: ${reason.en}`);
      throw new MessageNotSentError(reason);
    }
  }
}
