import { Logger } from '@nestjs/common';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { SnakeCaseNamingStrategy } from './naming-strategy.js';
import { readDatabaseFailure } from './database-failure.js';
import type { Postgres } from './postgres.js';

/** The tables of the platform: the classes of their rows, and the ordered list of how they came to be. */
export interface DatabaseSchema {
  entities: readonly (new () => object)[];
  migrations: readonly (new () => object)[];
  /** What else must stand in the database before the platform starts: schemas of libraries. Each may run any number of times. */
  prepare?: readonly ((query: RunStatement) => Promise<void>)[];
}

/** The tables of this platform, for who makes them in another database. */
export class PlatformSchema {
  constructor(readonly tables: DatabaseSchema) {}

  /** The names of the migrations, in their order. */
  get migrationNames(): string[] {
    return this.tables.migrations.map(({ name }) => name);
  }

  /** As the tables were after that migration. */
  until(migration: string): DatabaseSchema {
    const count = this.migrationNames.indexOf(migration) + 1;
    return { ...this.tables, migrations: this.tables.migrations.slice(0, count) };
  }
}

/** Runs a statement on one connection; gives its rows. */
export type RunStatement = (statement: string, parameters?: unknown[]) => Promise<unknown>;

/** What TypeORM must know, whatever connections it uses. */
export function schemaOptions({ entities, migrations }: DatabaseSchema): {
  type: 'postgres';
} & Partial<DataSourceOptions> {
  return {
    type: 'postgres',
    // Else TypeORM looks for the package at run time, where it is not: it is in our own files (rolldown.config.mjs).
    driver: pg,
    entities: [...entities],
    migrations: [...migrations],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNamingStrategy(),
    synchronize: false,
    // PostgreSQL makes uuids by itself; no extension is asked for.
    installExtensions: false,
    uuidExtension: 'pgcrypto',
  };
}

/** TypeORM on the pool of this process. Destroying the source ends the pool. */
export async function openDataSource(
  postgres: Postgres,
  schema: DatabaseSchema,
): Promise<DataSource> {
  const { pool } = postgres;
  return new DataSource({
    ...schemaOptions(schema),
    // TypeORM makes its pool by this class; `new` returns the object that a constructor returns.
    driver: {
      ...pg,
      Pool: function SharedPool() {
        return pool;
      },
    },
  }).initialize();
}

/** How often and how long a start waits for a database that is still starting itself. */
const startAttempts = 20;
const startAgainMs = 500;

/** Does something that needs the database, again and again while that is still starting. */
export async function whenDatabaseAnswers<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= startAttempts || readDatabaseFailure(error) === null) {
        throw error;
      }
      new Logger('Database').warn(
        `PostgreSQL does not answer yet (${String(error)}); trying again.`,
      );
      await new Promise((resolve) => setTimeout(resolve, startAgainMs));
    }
  }
}
