import { Injectable } from '@nestjs/common';
import { DeliveryOutcomes } from '../../../../platform/messages/delivery-outcomes.service.js';
import { MailAndSms } from '../../../../platform/messages/mail-and-sms.service.js';
import type { Finding, HealthLooker } from '../health-look.js';

/** Whether mail is set, and what became of the last one. */
@Injectable()
export class MailHealth implements HealthLooker {
  readonly looks = { mail: () => this.lookAtMail() };

  constructor(
    private readonly messages: MailAndSms,
    private readonly outcomes: DeliveryOutcomes,
  ) {}

  private async lookAtMail(): Promise<Finding> {
    if (!(await this.messages.canMail())) {
      return { state: 'ok', reason: 'mailOff', facts: {} };
    }
    const last = await this.outcomes.read('mail');
    const facts = {
      ...(last?.sentAt && { lastSentTime: last.sentAt.getTime() }),
      ...(last?.failedAt && { lastFailureTime: last.failedAt.getTime() }),
    };
    return last?.failedAt && (last.sentAt === null || last.failedAt > last.sentAt)
      ? { state: 'warning', reason: 'mailFailed', facts }
      : { state: 'ok', facts };
  }
}
