import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { FeedbackModule } from './messages/feedback.module.js';
import { MetricsService } from './metrics.service.js';
import { OperationsController } from './operations.controller.js';
import { PublicConfigService } from './public-config.service.js';
import { SettingRepository } from './settings/setting.repository.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsPage } from './settings/settings-page.service.js';
import { SettingReactions } from './settings/settings.reactions.js';
import { TestMessages } from './settings/test-messages.service.js';
import { WorkerStatus } from './worker-status.service.js';

/** Public configuration, health, metrics, settings; licence, backup and upgrade will live here. */
@Module({
  imports: [FeedbackModule],
  controllers: [OperationsController, HealthController, SettingsController],
  providers: [
    HealthService,
    MetricsService,
    PublicConfigService,
    WorkerStatus,
    SettingRepository,
    SettingsPage,
    SettingReactions,
    TestMessages,
  ],
})
export class OperationsModule {}
