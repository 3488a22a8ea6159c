import { Injectable } from '@nestjs/common';
import { limits, shareReceivedNotice } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { RateLimits, type RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { ShareUserUnknownError } from './sharing.errors.js';

/** Nobody is asked before being given a share: so many a minute. Links are given to nobody. */
const givingLimit: RateLimit = { name: 'shares', points: limits.sharesPerMinute, seconds: 60 };

/** Users who get a share, as parts of the transaction that gives it to them. */
@Injectable()
export class ShareUsers {
  constructor(
    private readonly accounts: UserAccounts,
    private readonly notifications: Notifications,
    private readonly rates: RateLimits,
  ) {}

  /** Before the transaction that gives a share to users. @throws TooManyTriesError */
  async countGiving(senderId: string, users: readonly unknown[]): Promise<void> {
    if (users.length > 0) {
      await this.rates.consume(givingLimit, senderId);
    }
  }

  /** Their names in order. @throws DomainError 404 unless each of them may sign in now */
  async getActiveNames(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const active = await this.accounts.listActive(manager, userIds);
    if (active.length !== userIds.length) {
      throw new ShareUserUnknownError();
    }
    return active.map(({ userName }) => userName);
  }

  /** Each finds it among the notifications, and hears of it after the commit. */
  tell(
    manager: EntityManager,
    senderId: string,
    userIds: readonly string[],
    notice: z.input<typeof shareReceivedNotice.payload>,
  ): Promise<void> {
    return this.notifications.notify(manager, userIds, shareReceivedNotice, notice, senderId);
  }
}
