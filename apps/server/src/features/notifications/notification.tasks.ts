import { Injectable, type OnModuleInit } from '@nestjs/common';
import { pruneNotifications, pushNotifications } from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { NotificationRepository } from './notification.repository.js';
import { Notifications } from './notification.service.js';

/** Rows deleted by one statement. */
const deletedAtOnce = 5_000;

/** The tasks of notifications. */
@Injectable()
export class NotificationTasks implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly repository: NotificationRepository,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(pushNotifications, this.repository.unpushedCondition);
  }

  @OnDue(pushNotifications)
  async push(): Promise<void> {
    await this.notifications.pushForgotten();
  }

  /** Deletes what is too old, and what a user has too many of. */
  @OnDue(pruneNotifications)
  async prune(signal: AbortSignal): Promise<void> {
    let deleted = deletedAtOnce;
    while (deleted === deletedAtOnce && !signal.aborted) {
      deleted = await this.repository.deleteOld(deletedAtOnce);
    }
  }
}
