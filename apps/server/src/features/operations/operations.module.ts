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
import { LicenceEnding } from './licence/licence-ending.service.js';
import { LicenceController } from './licence/licence.controller.js';
import { LicenceRepository } from './licence/licence.repository.js';
import { LicenceService } from './licence/licence.service.js';
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
import { BundleFiles } from './upgrade/bundle-files.service.js';
import { LauncherChannel } from './upgrade/launcher-channel.service.js';
import { ReleaseFeed } from './upgrade/release-feed.service.js';
import { SafetyBackup } from './upgrade/safety-backup.service.js';
import { UpgradeController } from './upgrade/upgrade.controller.js';
import { UpgradeEvents } from './upgrade/upgrade-events.service.js';
import { UpgradeNews } from './upgrade/upgrade-news.service.js';
import { UpgradeOutcomes } from './upgrade/upgrade-outcomes.service.js';
import { UpgradeService } from './upgrade/upgrade.service.js';

const settings = [SettingRepository, SettingsPage, SettingReactions, TestMessages];
const licence = [LicenceRepository, LicenceService, LicenceEnding];
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

const upgrade = [
  BundleFiles,
  LauncherChannel,
  ReleaseFeed,
  SafetyBackup,
  UpgradeEvents,
  UpgradeNews,
  UpgradeOutcomes,
  UpgradeService,
];

/** Public configuration, settings, messages, licence, branding, upgrade, health, metrics, the board of task queues. */
@Module({
  imports: [BackupsModule, ClusterModule, FeedbackModule],
  controllers: [
    OperationsController,
    HealthController,
    PlatformHealthController,
    SettingsController,
    LicenceController,
    BrandingController,
    UpgradeController,
  ],
  providers: [
    ...settings,
    ...licence,
    ...health,
    ...upgrade,
    Branding,
    OperationsReactions,
    PublicConfigService,
  ],
})
export class OperationsModule {}
