import { Module } from '@nestjs/common';
import { BrandingController } from './branding/branding.controller.js';
import { Branding } from './branding/branding.service.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';
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
import { WorkerStatus } from './worker-status.service.js';

/** Public configuration, licence, branding, health, metrics. */
@Module({
  controllers: [OperationsController, HealthController, LicenceController, BrandingController],
  providers: [
    HealthService,
    MetricsService,
    PublicConfigService,
    WorkerStatus,
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
