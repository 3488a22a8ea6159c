import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobQueue } from './job-queue.service.js';
import { JobWorker } from './job-worker.service.js';

/** Background jobs: the server only adds them, the worker also runs them (`JobWorker.start`). */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [JobQueue, JobWorker],
  exports: [JobQueue, JobWorker],
})
export class QueueModule {}
