import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessGuard } from './access/access.guard.js';
import { ApiDocsController } from './openapi/api-docs.controller.js';
import { EnvelopeInterceptor } from './envelope/envelope.interceptor.js';
import { PlatformBuild } from './serving/platform-build.service.js';
import { ServerDrain } from './serving/server-drain.service.js';
import { TurnsInterceptor } from './turns/turns.interceptor.js';
import { UndeclaredProxy } from './serving/undeclared-proxy.service.js';
import { StorageWatchInterceptor } from '../storage-watch/storage-watch.interceptor.js';
import { StorageWatch } from '../storage-watch/storage-watch.service.js';
import { FailureFilter } from './envelope/failure.filter.js';

/** The borders of every call: access, envelope, failures, and the page that describes the calls. */
@Global()
@Module({
  controllers: [ApiDocsController],
  providers: [
    PlatformBuild,
    ServerDrain,
    UndeclaredProxy,
    { provide: APP_GUARD, useClass: AccessGuard },
    StorageWatch,
    { provide: APP_INTERCEPTOR, useClass: StorageWatchInterceptor },
    { provide: APP_INTERCEPTOR, useClass: TurnsInterceptor },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_FILTER, useClass: FailureFilter },
  ],
  exports: [PlatformBuild, ServerDrain, StorageWatch, UndeclaredProxy],
})
export class HttpModule {}
