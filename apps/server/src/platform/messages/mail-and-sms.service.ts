import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { Config } from '../../config/config.js';
import { Settings } from '../settings/settings.service.js';
import {
  mailFrom,
  mailHost,
  mailPassword,
  mailPort,
  mailSecurity,
  mailUser,
  smsWebhookUrl,
} from './message.settings.js';
import { DeliveryOutcomes } from './delivery-outcomes.service.js';

/** How long a mail server or an SMS gateway may take to answer. */
const answerWithinMs = 10_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The gateway did not take a text message; `status` is its answer. */
export class SmsRefused extends Error {
  constructor(readonly status: number) {
    super(`The SMS gateway answered ${status}.`);
  }
}

/**
 * Mail by SMTP and SMS by an HTTP gateway, as the environment (MAIL_URL, SMS_WEBHOOK_URL) or else the settings say at that moment.
 * A failure is an error; retries are up to the caller.
 */
@Injectable()
export class MailAndSms implements OnApplicationShutdown {
  /** For the server that `to` describes. */
  private open: { to: string; transport: Transporter } | undefined;

  constructor(
    private readonly config: Config,
    private readonly settings: Settings,
    private readonly outcomes: DeliveryOutcomes,
  ) {}

  async canMail(): Promise<boolean> {
    return (await this.settings.get(mailHost)) !== null;
  }

  async canSms(): Promise<boolean> {
    return (await this.settings.get(smsWebhookUrl)) !== null;
  }

  sendMail(mail: Mail): Promise<void> {
    return this.outcomes.noting('mail', () => this.deliverMail(mail));
  }

  /** The gateway takes POST `{ mobile, text }` as JSON and answers 2xx. @throws SmsRefused */
  sendSms(mobile: string, text: string): Promise<void> {
    return this.outcomes.noting('sms', () => this.deliverSms(mobile, text));
  }

  private async deliverMail(mail: Mail): Promise<void> {
    const transport = this.transportTo(await this.readServer());
    await transport.sendMail({ from: await this.settings.get(mailFrom), ...mail });
  }

  private async deliverSms(mobile: string, text: string): Promise<void> {
    const answer = await fetch((await this.settings.get(smsWebhookUrl)) ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ mobile, text }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) {
      throw new SmsRefused(answer.status);
    }
  }

  onApplicationShutdown(): void {
    this.open?.transport.close();
  }

  /** What nodemailer must know of the mail server. The address may say more than the settings can. */
  private async readServer(): Promise<object> {
    if (this.config.mailUrl !== undefined) {
      return { url: this.config.mailUrl };
    }
    const [host, port, security, user, pass] = await Promise.all([
      this.settings.get(mailHost),
      this.settings.get(mailPort),
      this.settings.get(mailSecurity),
      this.settings.get(mailUser),
      this.settings.get(mailPassword),
    ]);
    return {
      host: host ?? '',
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(user !== null && { auth: { user, pass: pass ?? '' } }),
    };
  }

  private transportTo(server: object): Transporter {
    const to = JSON.stringify(server);
    if (this.open?.to !== to) {
      this.open?.transport.close();
      const transport = createTransport({
        ...server,
        connectionTimeout: answerWithinMs,
        greetingTimeout: answerWithinMs,
        socketTimeout: answerWithinMs,
        // What comes from outside is text: no files, no addresses to fetch.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      this.open = { to, transport };
    }
    return this.open.transport;
  }
}
