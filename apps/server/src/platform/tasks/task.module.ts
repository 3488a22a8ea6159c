import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LostWork } from './lost-work.service.js';
import { TaskQueue } from './task-queue.service.js';
import { TaskWorker } from './task-worker.service.js';

/** Background tasks: the server only adds them, the worker also runs them (`TaskWorker.start`). */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [TaskQueue, TaskWorker, LostWork],
  exports: [TaskQueue, TaskWorker, LostWork],
})
export class TaskModule {}
