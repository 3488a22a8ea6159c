import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { entities } from '../../entities.js';
import { migrations } from '../../migrations/index.js';
import { SnakeCaseNamingStrategy } from './naming-strategy.js';

/** Any number of processes may start at once; migrations run in one of them (design: Decisions). */
const migrationLockKey = 4_201_337;

/** How the server and the worker speak to PostgreSQL. */
export function databaseOptions(databaseUrl: string, poolSize = 10): DataSourceOptions {
  return {
    type: 'postgres',
    url: databaseUrl,
    entities: [...entities],
    migrations: [...migrations],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNamingStrategy(),
    synchronize: false,
    // PostgreSQL makes uuids by itself; no extension is asked for.
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    poolSize,
    // Sessions speak UTC; only the wire knows the platform's zone.
    extra: { options: '-c timezone=UTC' },
  };
}

/** Opens the database, waiting a while for one that is still starting, and brings its schema up to date. */
export async function openDatabase(databaseUrl: string): Promise<DataSource> {
  const dataSource = await connect(databaseUrl);
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [migrationLockKey]);
    await dataSource.runMigrations();
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [migrationLockKey]);
    await runner.release();
  }
  return dataSource;
}

async function connect(databaseUrl: string, attempts = 20): Promise<DataSource> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await new DataSource(databaseOptions(databaseUrl)).initialize();
    } catch (error) {
      if (attempt >= attempts) {
        throw error;
      }
      new Logger('Database').warn(
        `PostgreSQL does not answer yet (${String(error)}); trying again.`,
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
