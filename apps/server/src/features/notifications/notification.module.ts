import { Global, Module } from '@nestjs/common';
import { NoticeMailQueue } from './notice-mail-queue.service.js';
import { NoticePreferenceRepository } from './notice-preference.repository.js';
import { NoticePreferences } from './notice-preferences.service.js';
import { NotificationController } from './notification.controller.js';
import { NotificationRepository } from './notification.repository.js';
import { Notifications } from './notification.service.js';
import { NotificationTasks } from './notification.tasks.js';

/** Notifications of users; any feature may notify. */
@Global()
@Module({
  controllers: [NotificationController],
  providers: [
    NoticeMailQueue,
    NoticePreferenceRepository,
    NoticePreferences,
    NotificationRepository,
    NotificationTasks,
    Notifications,
  ],
  exports: [NoticeMailQueue, Notifications],
})
export class NotificationModule {}
