import 'reflect-metadata';
import { drainServer, startServer } from './server.js';
import { PinoLogger } from './platform/logging/pino-logger.js';
import {
  announceReady,
  configOrExit,
  exitWithReason,
  migrateOnly,
  stopWithLauncher,
} from './process-life.js';

/** Entry point of the server: HTTP `/api`, Socket.IO, and the console's files. */
const config = configOrExit();
try {
  await migrateOnly(config);
  // A signal that comes with the first call must find its handler: its default would cut the call off.
  await startServer(config, new PinoLogger(config.logLevel, 'server'), undefined, (app) =>
    stopWithLauncher(app, () => drainServer(app)),
  );
  announceReady();
} catch (error) {
  exitWithReason(error);
}
