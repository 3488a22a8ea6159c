import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { PinoLogger } from './platform/logging/pino-logger.js';
import { TaskWorker } from './platform/tasks/task-worker.service.js';
import { configOrExit, exitWithReason, stopWithLauncher } from './process-life.js';

/** The worker's door: background jobs. Any number of workers may run. */
const config = configOrExit();
try {
  const app = await NestFactory.createApplicationContext(AppModule.with(config), {
    logger: new PinoLogger(config.logLevel, 'worker'),
    abortOnError: false,
  });
  await app.get(TaskWorker).start();
  stopWithLauncher(app);
} catch (error) {
  exitWithReason(error);
}
