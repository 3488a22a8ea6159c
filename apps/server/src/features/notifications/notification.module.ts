import { Global, Module } from '@nestjs/common';
import { NotificationController } from './notification.controller.js';
import { NotificationRepository } from './notification.repository.js';
import { Notifications } from './notification.service.js';
import { NotificationTasks } from './notification.tasks.js';

/** Notifications of users; any feature may notify. */
@Global()
@Module({
  controllers: [NotificationController],
  providers: [NotificationRepository, NotificationTasks, Notifications],
  exports: [Notifications],
})
export class NotificationModule {}
