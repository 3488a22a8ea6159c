import { Injectable } from '@nestjs/common';
import type { NotificationKind } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { AfterCommit } from '../../platform/database/after-commit.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import type { NotificationEntity } from './notification.entity.js';
import { NotificationPresenter } from './notification.presenter.js';
import { NotificationRepository } from './notification.repository.js';

/** A push takes less; what is older was left behind by a process that died, milliseconds. */
const pushWithinMs = 10_000;

/** Pushed by one run at most. */
const pushedAtOnce = 500;

/** Rows deleted by one statement. */
const deletedAtOnce = 5_000;

/** Tells people what they must not miss: stored with the decision, pushed after it, found again by a schedule. */
@Injectable()
export class Notifications {
  constructor(
    private readonly repository: NotificationRepository,
    private readonly presenter: NotificationPresenter,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
  ) {}

  /**
   * Stores a notification for each of the users, in the transaction that decides what it tells of. Their windows hear of it
   * after the commit. Users who do not exist are left out.
   * @param senderId whose act it tells of: equal ones of the same person within some minutes are one, so that nobody's can wash
   * away what others had to say
   */
  async notify<Payload extends z.ZodType>(
    manager: EntityManager,
    userIds: readonly string[],
    { kind, payload: schema }: NotificationKind<Payload>,
    payload: z.input<Payload>,
    senderId: string | null = null,
  ): Promise<void> {
    const told = schema.parse(payload);
    const rows = await this.repository.insert(manager, userIds, kind, told, senderId);
    this.afterCommit.run(manager, () => this.push(rows));
  }

  /** How many notifications of a user are unread. */
  countUnread(userId: string): Promise<number> {
    return this.repository.countUnread(userId);
  }

  /** Whether `pushForgotten` would push anything, as SQL. */
  get forgottenCondition(): string {
    return this.repository.unpushedCondition(pushWithinMs);
  }

  /** Pushes what a process left that died between the commit and its push. */
  async pushForgotten(): Promise<void> {
    await this.push(await this.repository.listUnpushed(pushWithinMs, pushedAtOnce));
  }

  /** Drops what is too old, and what one person has too many of. */
  async prune(signal: AbortSignal): Promise<void> {
    let deleted = deletedAtOnce;
    while (deleted === deletedAtOnce && !signal.aborted) {
      deleted = await this.repository.deleteOld(deletedAtOnce);
    }
  }

  /** Published before it is marked: a push may come twice, but is never left out. */
  private async push(rows: readonly NotificationEntity[]): Promise<void> {
    for (const row of rows) {
      this.realtime.publish(
        'notificationAdded',
        audience.user(row.userId),
        this.presenter.present(row),
      );
    }
    if (rows.length > 0) {
      await this.repository.markPushed(rows.map(({ id }) => id));
    }
  }
}
