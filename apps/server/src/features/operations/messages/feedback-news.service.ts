import { Injectable } from '@nestjs/common';
import { feedbackLeftNotice, mailFeedback } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { MailAndSms } from '../../../platform/messages/mail-and-sms.service.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { Notifications } from '../../notifications/notification.service.js';
import type { AccountSubject } from '../../users/user-accounts.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { FeedbackRepository } from './feedback.repository.js';

/** Characters of a message that its notification has. */
const noticeLength = 200;

/** Tells the administrators of messages. All of it is part of the change: it is told after the commit, and not when it rolls back. */
@Injectable()
export class FeedbackNews {
  constructor(
    private readonly repository: FeedbackRepository,
    private readonly rights: UserRights,
    private readonly notifications: Notifications,
    private readonly messenger: MailAndSms,
    private readonly tasks: TaskQueue,
    private readonly realtime: Realtime,
    private readonly afterCommit: AfterCommit,
  ) {}

  /** A new message, to all administrators but the one who wrote it: by a notification, and by mail where mail is set. */
  async left(
    manager: EntityManager,
    author: AccountSubject,
    { id, message }: { id: string; message: string },
  ): Promise<void> {
    const holders = await this.rights.listHolders('system.manage', manager);
    const told = holders.filter((userId) => userId !== author.id);
    const text = message.length > noticeLength ? `${message.slice(0, noticeLength)}…` : message;
    const notice = { by: author.displayName, text };
    await this.notifications.notify(manager, told, feedbackLeftNotice, notice, author.id);
    if (
      (await this.messenger.canMail()) &&
      (await this.repository.addMails(manager, id, told)) > 0
    ) {
      this.afterCommit.run(manager, () => this.tasks.add(mailFeedback, { feedbackId: id }));
    }
    this.changed(manager);
  }

  /** To the windows that show the list. */
  changed(manager: EntityManager): void {
    this.afterCommit.run(manager, () =>
      this.realtime.publish('feedbackChanged', audience.topic({ topic: 'feedback' })),
    );
  }
}
