import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DueWork } from './due-work.service.js';
import { Handlers } from './handlers.js';
import { TaskQueue } from './task-queue.service.js';
import { TaskWorker } from './task-worker.service.js';

/** Background tasks: the server only adds them, the worker also runs them (`TaskWorker.start`). */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [Handlers, TaskQueue, TaskWorker, DueWork],
  exports: [TaskQueue, TaskWorker, DueWork],
})
export class TaskModule {}
