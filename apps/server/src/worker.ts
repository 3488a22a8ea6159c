import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { WorkerStatus } from './features/operations/health/worker-status.service.js';
import { ReservedSpaceFile } from './features/spaces/storage/reserved-space-file.service.js';
import { PinoLogger } from './platform/logging/pino-logger.js';
import { TaskQueue } from './platform/tasks/task-queue.service.js';
import { TaskWorker } from './platform/tasks/task-worker.service.js';
import {
  announceReady,
  configOrExit,
  exitWithReason,
  migrateOnly,
  stopWithLauncher,
} from './process-life.js';

/** Entry point of the worker: tasks. Any number of workers may run. */
const config = configOrExit();
try {
  await migrateOnly(config);
  const app = await NestFactory.createApplicationContext(AppModule.with(config), {
    logger: new PinoLogger(config.logLevel, 'worker'),
    abortOnError: false,
  });
  if (config.isTrial) {
    // All of it has been put together on the new tables; what a worker does would outlast a database that is put back.
    await app.get(TaskQueue).open();
    await app.close();
    process.exit(0);
  }
  await app.get(ReservedSpaceFile).start();
  // Before the first task is taken: the default of a signal would cut it off.
  stopWithLauncher(app, () => app.get(TaskWorker).stop());
  await app.get(TaskWorker).start();
  await app.get(WorkerStatus).listen();
  announceReady();
} catch (error) {
  exitWithReason(error);
}
