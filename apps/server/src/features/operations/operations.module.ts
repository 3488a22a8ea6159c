import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { OperationsController } from './operations.controller.js';
import { PublicConfigService } from './public-config.service.js';

/** Public configuration, health; licence, backup and upgrade will live here. */
@Module({ controllers: [OperationsController, HealthController], providers: [PublicConfigService] })
export class OperationsModule {}
