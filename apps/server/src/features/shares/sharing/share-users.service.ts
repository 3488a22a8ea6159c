import { Injectable } from '@nestjs/common';
import { shareReceivedNotice } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { Notifications } from '../../notifications/notification.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { ShareUserUnknownError } from './sharing.errors.js';

/** Users who get a share, as parts of the transaction that gives it to them. */
@Injectable()
export class ShareUsers {
  constructor(
    private readonly accounts: UserAccounts,
    private readonly notifications: Notifications,
  ) {}

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
