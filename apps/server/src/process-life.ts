import { spawn } from 'node:child_process';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import { Config, ConfigError, loadConfig } from './config/config.js';
import { databaseSchema } from './database-schema.js';
import { whenDatabaseAnswers } from './platform/database/data-source.js';
import { migrateDatabase } from './platform/database/migrate.js';

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

/**
 * Ends the process cleanly on SIGTERM, SIGINT, or when the launcher that holds its IPC channel is gone: exit code 0. A stop that
 * fails or takes longer than `STOP_TIMEOUT_MS` ends with 1. So does one after a fault of the program that nothing handles: what is
 * under way is brought to its end, and the supervisor starts the process again.
 * @param drain what is under way is brought to its end first.
 */
export function stopWithLauncher(
  app: INestApplicationContext,
  drain: () => Promise<void> = () => Promise.resolve(),
): void {
  const logger = new Logger('Process');
  const { stopTimeoutMs } = app.get(Config);
  let isStopping = false;
  const stop = (why: string, exitCode = 0): void => {
    if (isStopping) {
      return;
    }
    isStopping = true;
    logger.log(`Stopping: ${why}.`);
    setTimeout(() => {
      logger.error(`The stop took longer than ${stopTimeoutMs} ms; it is ended by force.`);
      process.exit(1);
    }, stopTimeoutMs).unref();
    drain()
      .then(() => app.close())
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          logger.error({ err: error }, 'The stop went wrong');
          process.exit(1);
        },
      );
  };
  // By the logger: what Node prints of an error by itself has the values of a failed statement.
  const onFault = (error: unknown): void => {
    logger.error({ err: error }, 'A fault that nothing handles');
    stop('a fault that nothing handles', 1);
  };
  process.on('unhandledRejection', onFault);
  process.on('uncaughtException', onFault);
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  process.once('disconnect', () => stop('the launcher is gone'));
  if (process.send && !process.connected) {
    // It went while this process was still starting.
    stop('the launcher is gone');
  }
}

/** Tells systemd, where a unit of `Type=notify` waits for it, that this process does its work from now on. */
export function announceReady(): void {
  if (process.env['NOTIFY_SOCKET'] !== undefined) {
    // A program of systemd's own: Node has no datagrams on Unix sockets.
    spawn('systemd-notify', ['--ready'], { stdio: ['ignore', 'ignore', 'inherit'] }).on(
      'error',
      (error) => new Logger('Process').error({ err: error }, 'systemd was not told of the start'),
    );
  }
}

/** With `MIGRATE=only`: brings the schema up to date and ends the process; else does nothing. */
export async function migrateOnly(config: Config): Promise<void> {
  if (config.migrate === 'only') {
    await whenDatabaseAnswers(() => migrateDatabase(config.databaseUrl, databaseSchema(config)));
    process.stdout.write('The tables of the database are up to date.\n');
    process.exit(0);
  }
}

/** Says in one line why a process could not start, and exits with 1. */
export function exitWithReason(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Could not start: ${reason}\n`);
  process.exit(1);
}
