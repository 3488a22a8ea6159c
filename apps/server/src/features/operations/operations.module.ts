import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { MetricsService } from './metrics.service.js';
import { OperationsController } from './operations.controller.js';
import { PublicConfigService } from './public-config.service.js';
import { BackupsModule } from '../backups/backups.module.js';
import { BundleFiles } from './upgrade/bundle-files.service.js';
import { LauncherChannel } from './upgrade/launcher-channel.service.js';
import { ReleaseFeed } from './upgrade/release-feed.service.js';
import { SafetyBackup } from './upgrade/safety-backup.service.js';
import { UpgradeController } from './upgrade/upgrade.controller.js';
import { UpgradeEvents } from './upgrade/upgrade-events.service.js';
import { UpgradeNews } from './upgrade/upgrade-news.service.js';
import { UpgradeReactions } from './upgrade/upgrade.reactions.js';
import { UpgradeService } from './upgrade/upgrade.service.js';
import { WorkerStatus } from './worker-status.service.js';

const upgrade = [
  BundleFiles,
  LauncherChannel,
  ReleaseFeed,
  SafetyBackup,
  UpgradeEvents,
  UpgradeNews,
  UpgradeReactions,
  UpgradeService,
];

/** Public configuration, health, metrics; licence, backup and upgrade will live here. */
@Module({
  imports: [BackupsModule],
  controllers: [OperationsController, HealthController, UpgradeController],
  providers: [HealthService, MetricsService, PublicConfigService, WorkerStatus, ...upgrade],
})
export class OperationsModule {}
