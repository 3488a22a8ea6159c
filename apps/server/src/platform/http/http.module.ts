import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessGuard } from './access/access.guard.js';
import { ApiDocsController } from './openapi/api-docs.controller.js';
import { EnvelopeInterceptor } from './envelope/envelope.interceptor.js';
import { FailureFilter } from './envelope/failure.filter.js';

/** The borders of every call: access, envelope, failures, and the page that describes the calls. */
@Module({
  controllers: [ApiDocsController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_FILTER, useClass: FailureFilter },
  ],
})
export class HttpModule {}
