import { Global, Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuditTrail } from '../../platform/http/audit-trail.js';
import { AuditExport } from './audit-export.service.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLog } from './audit-log.service.js';
import { AuditRetention } from './audit-retention.service.js';
import { AuditRefusals } from './audit-refusals.middleware.js';
import { AuditController } from './audit.controller.js';
import { AuditInterceptor } from './audit.interceptor.js';

/** The log of every changing call; provides the `AuditTrail` for doors that are no endpoints. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditLog,
    AuditRetention,
    { provide: AuditTrail, useExisting: AuditLog },
    AuditExport,
    AuditLogRepository,
    { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
  ],
  exports: [AuditLog, AuditTrail],
})
export class AuditModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(AuditRefusals).forRoutes('{*path}');
  }
}
