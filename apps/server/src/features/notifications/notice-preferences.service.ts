import { Injectable } from '@nestjs/common';
import type { EndpointAnswer, endpoints, NoticePreference } from '@clusterdesk/contracts';
import { MailAndSms } from '../../platform/messages/mail-and-sms.service.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { NoticePreferenceRepository } from './notice-preference.repository.js';

/** How users are told of things. Each has only the own. */
@Injectable()
export class NoticePreferences {
  constructor(
    private readonly repository: NoticePreferenceRepository,
    private readonly messages: MailAndSms,
    private readonly realtime: Realtime,
  ) {}

  async get(userId: string): Promise<EndpointAnswer<typeof endpoints.noticePreferences.get>> {
    const [preference, canMail, hasEmail] = await Promise.all([
      this.repository.get(userId),
      this.messages.canMail(),
      this.repository.hasEmail(userId),
    ]);
    return { ...preference, mail: canMail ? (hasEmail ? 'ready' : 'noAddress') : 'off' };
  }

  /** From the next notification on; the user's other windows follow. */
  async set(userId: string, preference: NoticePreference): Promise<void> {
    await this.repository.set(userId, preference);
    this.realtime.publish('noticePreferenceChanged', audience.user(userId));
  }
}
