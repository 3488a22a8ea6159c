import type { DataSource } from 'typeorm';
import { databaseSchema } from '../../../apps/server/src/database-schema.js';
import { openDataSource } from '../../../apps/server/src/platform/database/data-source.js';
import { migrateDatabase } from '../../../apps/server/src/platform/database/migrate.js';
import { Postgres } from '../../../apps/server/src/platform/database/postgres.js';
import { createTestDatabase } from './test-database.js';

type MigrationClass = new () => object;

/** A database of an earlier version, which a spec fills and then upgrades. */
export interface DatabaseBefore {
  source: DataSource;
  query(statement: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs the migrations that the database was made without. */
  upgrade(): Promise<void>;
  drop(): Promise<void>;
}

/** The tables as they were before a migration; `upgrade` runs it and those after it up to the last given. */
export async function databaseBefore(
  first: MigrationClass,
  last: MigrationClass = first,
): Promise<DatabaseBefore> {
  const { migrations } = databaseSchema({ redis: undefined });
  const upTo = (end: number) => ({ entities: [], migrations: migrations.slice(0, end) });
  const database = await createTestDatabase();
  await migrateDatabase(database.url, upTo(migrations.indexOf(first)));
  const postgres = new Postgres({ databaseUrl: database.url });
  const source = await openDataSource(postgres, upTo(0));
  return {
    source,
    query: (statement, parameters) =>
      source.query<Record<string, unknown>[]>(statement, parameters),
    upgrade: () => migrateDatabase(database.url, upTo(migrations.indexOf(last) + 1)),
    drop: async () => {
      await source.destroy();
      await database.drop();
    },
  };
}
