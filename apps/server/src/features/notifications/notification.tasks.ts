import { Injectable, type OnModuleInit } from '@nestjs/common';
import { pruneNotifications, pushNotifications } from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { Notifications } from './notification.service.js';

/** The tasks of notifications. */
@Injectable()
export class NotificationTasks implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(pushNotifications, this.notifications.forgottenCondition);
  }

  @OnDue(pushNotifications)
  async push(): Promise<void> {
    await this.notifications.pushForgotten();
  }

  @OnDue(pruneNotifications)
  async prune(signal: AbortSignal): Promise<void> {
    await this.notifications.prune(signal);
  }
}
