import { Injectable, Logger } from '@nestjs/common';
import { MailAndSms } from '../../../platform/messages/mail-and-sms.service.js';
import { publicUrl } from '../../../platform/settings/platform.settings.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { NoticeMailQueue, type MailClaim } from '../../notifications/notice-mail-queue.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { subjectOf, textOf } from './notice-mail-text.js';

/**
 * Mails users what they want mailed: one mail each for all that waits. A mail is marked after it was sent, so that none is lost; a
 * worker that is killed between the two has this one sent once more, ten minutes later.
 */
@Injectable()
export class NoticeMails {
  private readonly logger = new Logger('NoticeMails');

  constructor(
    private readonly queue: NoticeMailQueue,
    private readonly rights: UserRights,
    private readonly accounts: UserAccounts,
    private readonly messages: MailAndSms,
    private readonly settings: Settings,
  ) {}

  /** Sends what is due, until nothing is left or the worker stops. One that fails stops no other. */
  async sendDue(signal: AbortSignal): Promise<void> {
    await this.queue.plan(null);
    for (let claims = await this.queue.claim(); claims.length > 0;) {
      for (const claim of claims) {
        if (signal.aborted) {
          return;
        }
        await this.send(claim).catch((error: unknown) =>
          this.logger.warn({ err: error, userId: claim.userId }, 'A mail of notices was not sent'),
        );
      }
      claims = await this.queue.claim();
    }
  }

  private async send(claim: MailClaim): Promise<void> {
    const { userId } = claim;
    const waiting = await this.queue.findWaiting(userId);
    const to = waiting && (await this.addressOf(userId));
    if (!to) {
      // Read meanwhile, or nobody to mail: the bell has it.
      await this.queue.done(userId, null);
      return;
    }
    const { isDue, at } = this.queue.timeOf(claim, waiting.since);
    if (!isDue) {
      await this.queue.postpone(userId, at);
      return;
    }
    await this.messages.sendMail({
      to: to.email,
      subject: subjectOf(waiting.total)[to.language],
      text: textOf(waiting, to.language, await this.settings.get(publicUrl)),
    });
    await this.queue.done(userId, waiting.lastId);
  }

  /** Null: the user may not sign in now, has no address, or the platform sends no mail. */
  private async addressOf(
    userId: string,
  ): Promise<{ email: string; language: 'cn' | 'en' } | null> {
    const user = (await this.messages.canMail()) ? await this.rights.find(userId) : null;
    const email = user && (await this.accounts.getContact(userId, 'email'));
    return user && email ? { email, language: user.language } : null;
  }
}
