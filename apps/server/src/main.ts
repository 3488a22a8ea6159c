import 'reflect-metadata';
import { startServer } from './server.js';
import { PinoLogger } from './platform/logging/pino-logger.js';
import { configOrExit, exitWithReason, stopWithLauncher } from './process-life.js';

/** The server's door: HTTP `/api`, Socket.IO, and the console's files. */
const config = configOrExit();
try {
  const { app } = await startServer(config, new PinoLogger(config.logLevel, 'server'));
  stopWithLauncher(app);
} catch (error) {
  exitWithReason(error);
}
