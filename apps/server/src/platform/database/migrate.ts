import { DataSource } from 'typeorm';
import { lockKey } from './advisory-locks.js';
import { schemaOptions, type DatabaseSchema } from './data-source.js';
import { sessionOptions } from './postgres.js';

/** How long a process waits for another one that is migrating, milliseconds. */
const migrationLockMs = 120_000;

/**
 * How long one statement of a migration waits for a lock, milliseconds. While it waits, every call that needs the table waits
 * behind it: better to fail, and to run again in a quieter moment.
 */
const statementLockMs = 10_000;

/**
 * Brings the schema up to date, in one process at a time. Its statements have no time limit: they may rewrite tables.
 * @throws Error when another process holds the lock for too long
 */
export async function migrateDatabase(databaseUrl: string, schema: DatabaseSchema): Promise<void> {
  const source = await new DataSource({
    ...schemaOptions({ ...schema, entities: [] }),
    url: databaseUrl,
    // One runs the migrations, one holds the lock.
    poolSize: 2,
    applicationName: 'clusterdesk migrations',
    extra: {
      options: sessionOptions({
        timezone: 'UTC',
        search_path: 'public',
        lock_timeout: statementLockMs,
      }),
    },
  }).initialize();
  const lock = source.createQueryRunner();
  try {
    await lock.query(`SET lock_timeout = ${migrationLockMs}`);
    await lock
      .query('SELECT pg_advisory_lock($1, hashtext($2))', lockKey('migrations'))
      .catch((error: unknown) => {
        throw isLockTimeout(error)
          ? new Error(
              `Another process has been migrating the database for more than ${migrationLockMs / 1_000} s. Wait for it, or end it, and start again.`,
            )
          : error;
      });
    await source.runMigrations();
    for (const prepare of schema.prepare ?? []) {
      const runner = source.createQueryRunner();
      try {
        await prepare((statement, parameters) => runner.query(statement, parameters));
      } finally {
        await runner.release();
      }
    }
  } finally {
    await lock.release();
    // Ends the session, and with it the lock.
    await source.destroy();
  }
}

/** @throws Error when migrations of this version have not run. A newer schema is fine (expand, then contract). */
export async function assertMigrated(source: DataSource): Promise<void> {
  if (await source.showMigrations()) {
    throw new Error(
      'The tables of the database are older than this version. Run it once with MIGRATE=only, or start it with MIGRATE=auto.',
    );
  }
}

function isLockTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '55P03';
}
