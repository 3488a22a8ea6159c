import { Logger, type INestApplicationContext } from '@nestjs/common';
import { ConfigError, loadConfig, type Config } from './config/config.js';

/** After this long a stop that hangs is ended by force; the launcher allows 10 s for everything. */
const stopTimeoutMs = 6_000;

/** Reads the configuration, or says what is wrong with it, one line each, and exits with 2. */
export function configOrExit(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`${error.lines.join('\n')}\n`);
      process.exit(2);
    }
    throw error;
  }
}

/** Ends the process cleanly on SIGTERM, SIGINT, or when the launcher that holds its IPC channel is gone. */
export function stopWithLauncher(
  app: INestApplicationContext,
  beforeStop: () => void = () => undefined,
): void {
  const logger = new Logger('Process');
  let isStopping = false;
  const stop = (why: string): void => {
    if (isStopping) {
      return;
    }
    isStopping = true;
    logger.log(`Stopping: ${why}.`);
    setTimeout(() => process.exit(0), stopTimeoutMs).unref();
    beforeStop();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The stop went wrong');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  process.once('disconnect', () => stop('the launcher is gone'));
  if (process.send && !process.connected) {
    // It went while this process was still starting.
    stop('the launcher is gone');
  }
}

/** Says in one line why a process could not start, and exits with 1. */
export function exitWithReason(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Could not start: ${reason}\n`);
  process.exit(1);
}
