import { Injectable } from '@nestjs/common';
import { pruneNotifications, pushNotifications, type TaskPayload } from '@clusterdesk/contracts';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { Notifications } from './notification.service.js';

/** The tasks of notifications. */
@Injectable()
export class NotificationTasks {
  constructor(private readonly notifications: Notifications) {}

  @OnTask(pushNotifications)
  async push(): Promise<void> {
    await this.notifications.pushForgotten();
  }

  @OnTask(pruneNotifications)
  async prune(
    _payload: TaskPayload<typeof pruneNotifications>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.notifications.prune(signal);
  }
}
