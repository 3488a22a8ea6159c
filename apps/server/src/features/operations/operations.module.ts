import { Module } from '@nestjs/common';
import { BackupsModule } from '../backups/backups.module.js';
import { ClusterModule } from '../cluster/cluster.module.js';
import { BrandingController } from './branding/branding.controller.js';
import { Branding } from './branding/branding.service.js';
import { HealthController } from './health/health.controller.js';
import { HealthReports } from './health/health-report.service.js';
import { HealthService } from './health/health.service.js';
import { HealthTasks } from './health/health.tasks.js';
import { healthProviders } from './health/looks/health-looks.js';
import { PlatformHealthController } from './health/platform-health.controller.js';
import { PlatformHealth } from './health/platform-health.service.js';
import { WorkerStatus } from './health/worker-status.service.js';
import { Installation } from './licence/installation.service.js';
import { LicenceEnding } from './licence/licence-ending.service.js';
import { LicenceController } from './licence/licence.controller.js';
import { LicenceRepository } from './licence/licence.repository.js';
import { LicenceService } from './licence/licence.service.js';
import { NoUpdateNews, UpdateNews } from './licence/update-news.js';
import { FeedbackModule } from './messages/feedback.module.js';
import { MetricsService } from './metrics/metrics.service.js';
import { PlatformGauges } from './metrics/platform-gauges.service.js';
import { OperationsController } from './operations.controller.js';
import { OperationsReactions } from './operations.reactions.js';
import { PublicConfigService } from './public-config.service.js';
import { SettingRepository } from './settings/setting.repository.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsPage } from './settings/settings-page.service.js';
import { SettingReactions } from './settings/settings.reactions.js';
import { TestMessages } from './settings/test-messages.service.js';
import { TaskBoard } from './task-board/task-board.service.js';

const settings = [SettingRepository, SettingsPage, SettingReactions, TestMessages];
const licence = [
  Installation,
  LicenceRepository,
  LicenceService,
  LicenceEnding,
  // The upgrade puts its own in this place.
  { provide: UpdateNews, useClass: NoUpdateNews },
];
const health = [
  ...healthProviders,
  HealthReports,
  HealthService,
  HealthTasks,
  PlatformHealth,
  WorkerStatus,
  MetricsService,
  PlatformGauges,
  TaskBoard,
];

/** Public configuration, settings, messages, licence, branding, health, metrics, the board of task queues. */
@Module({
  imports: [BackupsModule, ClusterModule, FeedbackModule],
  controllers: [
    OperationsController,
    HealthController,
    PlatformHealthController,
    SettingsController,
    LicenceController,
    BrandingController,
  ],
  providers: [
    ...settings,
    ...licence,
    ...health,
    Branding,
    OperationsReactions,
    PublicConfigService,
  ],
})
export class OperationsModule {}
