import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { NotificationKind } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { Config } from '../../config/config.js';
import { AfterCommit } from '../../platform/database/after-commit.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import type { NotificationEntity } from './notification.entity.js';
import { toNotificationRow } from './notification.presenter.js';
import { NoticeMailQueue } from './notice-mail-queue.service.js';
import { NoticePreferenceRepository } from './notice-preference.repository.js';
import { NotificationRepository } from './notification.repository.js';

/** Pushed by one run at most. */
const pushedAtOnce = 500;

/** Notifies users: stored with the decision, pushed after it, and pushed by due work where that push was lost. */
@Injectable()
export class Notifications {
  constructor(
    private readonly repository: NotificationRepository,
    private readonly preferences: NoticePreferenceRepository,
    private readonly mails: NoticeMailQueue,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
    private readonly config: Config,
  ) {}

  /**
   * Stores a notification for each of the users, in the transaction that decides what it is about. Their windows receive it
   * after the commit, and a mail follows for those who want one. Left out are users who do not exist, or want neither.
   * @param senderId the user whose act it reports: equal ones from one sender within some minutes become one, so that a sender
   * cannot displace what others reported
   */
  async notify<Payload extends z.ZodType>(
    manager: EntityManager,
    userIds: readonly string[],
    { kind, group, payload: schema }: NotificationKind<Payload>,
    payload: z.input<Payload>,
    senderId: string | null = null,
  ): Promise<void> {
    const told = schema.parse(payload);
    const rows = await this.repository.insert(manager, userIds, { kind, group }, told, senderId);
    this.spread(manager, rows);
  }

  /**
   * The same, where all that a user has not read of one thing is one notification, however long ago it began and whoever acted.
   * @param thing what it is about, unlike any other of this kind
   */
  async notifyAbout<Payload extends z.ZodType>(
    manager: EntityManager,
    userIds: readonly string[],
    { kind, group, payload: schema }: NotificationKind<Payload>,
    payload: z.input<Payload>,
    thing: string,
  ): Promise<void> {
    const told = schema.parse(payload);
    // As a sender: the uuid of a thing.
    const as = createHash('sha256').update(thing).digest('hex').slice(0, 32);
    const rows = await this.repository.insert(manager, userIds, { kind, group }, told, as);
    const counts = await this.repository.gather(manager, rows, kind, as);
    this.spread(
      manager,
      rows.map((row) => ({ ...row, count: counts.get(row.id) ?? row.count })),
    );
  }

  private spread(manager: EntityManager, rows: readonly NotificationEntity[]): void {
    this.afterCommit.run(manager, () => this.push(rows.filter(({ inBell }) => inBell)));
    const mailed = rows.filter(({ toMail }) => toMail).map(({ userId }) => userId);
    if (mailed.length > 0) {
      this.afterCommit.run(manager, () => this.mails.plan(mailed));
    }
  }

  /** How many notifications of a user are unread. */
  countUnread(userId: string): Promise<number> {
    return this.repository.countUnread(userId);
  }

  /** How many things of one kind a user was told of and has not read: one notification may stand for several. */
  countUnreadOf(userId: string, { kind }: Pick<NotificationKind, 'kind'>): Promise<number> {
    return this.repository.countUnreadOf(userId, kind);
  }

  /** Marks some of a user's notifications as read, or all, in every window of the user. */
  async markRead(userId: string, ids?: readonly string[]): Promise<void> {
    if (await this.repository.markRead(userId, ids)) {
      this.realtime.publish('notificationsRead', audience.user(userId));
    }
  }

  /** Pushes what a process left that died between the commit and its push. */
  async pushForgotten(): Promise<void> {
    await this.push(await this.repository.listUnpushed(pushedAtOnce));
  }

  /** Published before it is marked: a push may come twice, but is never left out. */
  private async push(rows: readonly NotificationEntity[]): Promise<void> {
    if (rows.length === 0) {
      return;
    }
    const quiet = await this.preferences.listQuiet(rows.map(({ userId }) => userId));
    for (const row of rows) {
      this.realtime.publish(
        'notificationAdded',
        audience.user(row.userId),
        toNotificationRow(row, this.config.timeZone, quiet),
      );
    }
    await this.repository.markPushed(rows.map(({ id }) => id));
  }
}
