import { Module } from '@nestjs/common';
import { BrandingController } from './branding/branding.controller.js';
import { Branding } from './branding/branding.service.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { FeedbackModule } from './messages/feedback.module.js';
import { Installation } from './licence/installation.service.js';
import { LicenceEnding } from './licence/licence-ending.service.js';
import { LicenceController } from './licence/licence.controller.js';
import { LicenceRepository } from './licence/licence.repository.js';
import { LicenceService } from './licence/licence.service.js';
import { NoUpdateNews, UpdateNews } from './licence/update-news.js';
import { MetricsService } from './metrics.service.js';
import { OperationsController } from './operations.controller.js';
import { OperationsReactions } from './operations.reactions.js';
import { PublicConfigService } from './public-config.service.js';
import { SettingRepository } from './settings/setting.repository.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsPage } from './settings/settings-page.service.js';
import { SettingReactions } from './settings/settings.reactions.js';
import { TestMessages } from './settings/test-messages.service.js';
import { WorkerStatus } from './worker-status.service.js';

/** Public configuration, settings, messages, licence, branding, health, metrics. */
@Module({
  imports: [FeedbackModule],
  controllers: [
    OperationsController,
    HealthController,
    SettingsController,
    LicenceController,
    BrandingController,
  ],
  providers: [
    HealthService,
    MetricsService,
    PublicConfigService,
    WorkerStatus,
    SettingRepository,
    SettingsPage,
    SettingReactions,
    TestMessages,
    Installation,
    LicenceRepository,
    LicenceService,
    LicenceEnding,
    // The upgrade puts its own in this place.
    { provide: UpdateNews, useClass: NoUpdateNews },
    Branding,
    OperationsReactions,
  ],
})
export class OperationsModule {}
