import { Injectable, type OnModuleInit } from '@nestjs/common';
import { pruneNotifications, pushNotifications, type TaskPayload } from '@clusterdesk/contracts';
import { LostWork } from '../../platform/tasks/lost-work.service.js';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { Notifications } from './notification.service.js';

/** The tasks of notifications. */
@Injectable()
export class NotificationTasks implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly lostWork: LostWork,
  ) {}

  onModuleInit(): void {
    this.lostWork.watch(pushNotifications, this.notifications.forgottenCondition);
  }

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
