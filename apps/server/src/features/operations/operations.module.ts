import { Module } from '@nestjs/common';
import { BackupsModule } from '../backups/backups.module.js';
import { ClusterModule } from '../cluster/cluster.module.js';
import { HealthController } from './health/health.controller.js';
import { HealthReports } from './health/health-report.service.js';
import { HealthService } from './health/health.service.js';
import { HealthTasks } from './health/health.tasks.js';
import { healthProviders } from './health/looks/health-looks.js';
import { PlatformHealthController } from './health/platform-health.controller.js';
import { PlatformHealth } from './health/platform-health.service.js';
import { WorkerStatus } from './health/worker-status.service.js';
import { PlatformGauges } from './metrics/platform-gauges.service.js';
import { MetricsService } from './metrics/metrics.service.js';
import { OperationsController } from './operations.controller.js';
import { PublicConfigService } from './public-config.service.js';
import { TaskBoard } from './task-board/task-board.service.js';

/** Public configuration, health, metrics, the board of task queues; licence and upgrade will live here. */
@Module({
  imports: [BackupsModule, ClusterModule],
  controllers: [OperationsController, HealthController, PlatformHealthController],
  providers: [
    ...healthProviders,
    HealthReports,
    HealthService,
    HealthTasks,
    MetricsService,
    PlatformGauges,
    PlatformHealth,
    PublicConfigService,
    TaskBoard,
    WorkerStatus,
  ],
})
export class OperationsModule {}
