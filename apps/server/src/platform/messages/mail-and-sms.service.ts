import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { Config } from '../../config/config.js';
import { DeliveryOutcomes } from './delivery-outcomes.service.js';

/** How long a mail server or an SMS gateway may take to answer. */
const answerWithinMs = 10_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Mail by SMTP (MAIL_URL) and SMS by an HTTP gateway (SMS_WEBHOOK_URL). A failure is an error; retries are up to the caller. */
@Injectable()
export class MailAndSms implements OnApplicationShutdown {
  private transport: Transporter | undefined;

  constructor(
    private readonly config: Config,
    private readonly outcomes: DeliveryOutcomes,
  ) {}

  get canMail(): boolean {
    return this.config.mailUrl !== undefined;
  }

  get canSms(): boolean {
    return this.config.smsWebhookUrl !== undefined;
  }

  sendMail(mail: Mail): Promise<void> {
    return this.outcomes.noting('mail', () => this.deliverMail(mail));
  }

  /** The gateway takes POST `{ mobile, text }` as JSON and answers 2xx. */
  sendSms(mobile: string, text: string): Promise<void> {
    return this.outcomes.noting('sms', () => this.deliverSms(mobile, text));
  }

  private async deliverMail(mail: Mail): Promise<void> {
    this.transport ??= createTransport({
      url: this.config.mailUrl ?? '',
      connectionTimeout: answerWithinMs,
      greetingTimeout: answerWithinMs,
      socketTimeout: answerWithinMs,
      // What comes from outside is text: no files, no addresses to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await this.transport.sendMail({ from: this.config.mailFrom, ...mail });
  }

  private async deliverSms(mobile: string, text: string): Promise<void> {
    const answer = await fetch(this.config.smsWebhookUrl ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ mobile, text }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) {
      throw new Error(`The SMS gateway answered ${answer.status}.`);
    }
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
