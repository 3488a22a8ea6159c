import type { DataSource } from 'typeorm';
import { databaseSchema } from '../../../apps/server/src/database-schema.js';
import {
  openDataSource,
  PlatformSchema,
} from '../../../apps/server/src/platform/database/data-source.js';
import { migrateDatabase } from '../../../apps/server/src/platform/database/migrate.js';
import { Postgres } from '../../../apps/server/src/platform/database/postgres.js';

/** The platform's tables, for who makes them by hand. */
export const platformSchema = new PlatformSchema(databaseSchema({ redis: undefined }));

/** The platform's tables in an empty database, and a source on them; destroying it ends its connections. */
export async function openDatabase(databaseUrl: string): Promise<DataSource> {
  const { tables } = platformSchema;
  await migrateDatabase(databaseUrl, tables);
  return openDataSource(new Postgres({ databaseUrl }), tables);
}
