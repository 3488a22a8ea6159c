import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
import { FeedbackModule } from './messages/feedback.module.js';
import { MetricsService } from './metrics.service.js';
import { OperationsController } from './operations.controller.js';
import { PublicConfigService } from './public-config.service.js';
import { WorkerStatus } from './worker-status.service.js';

/** Public configuration, health, metrics; licence, backup and upgrade will live here. */
@Module({
  imports: [FeedbackModule],
  controllers: [OperationsController, HealthController],
  providers: [HealthService, MetricsService, PublicConfigService, WorkerStatus],
})
export class OperationsModule {}
