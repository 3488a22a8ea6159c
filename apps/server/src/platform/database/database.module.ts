import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../config/config.js';
import { AfterCommit } from './after-commit.js';
import {
  openDataSource,
  PlatformSchema,
  whenDatabaseAnswers,
  type DatabaseSchema,
} from './data-source.js';
import { assertMigrated, migrateDatabase } from './migrate.js';
import { Postgres } from './postgres.js';
import { Timings } from '../timings.js';

/** Provides this process's connections and the one `DataSource` on them, with the schema up to date. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly dataSource: DataSource) {}

  /** @param schemaFor the tables of the whole platform; features hand them in, for platform knows none. */
  static with(schemaFor: (config: Config) => DatabaseSchema): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        AfterCommit,
        {
          provide: Postgres,
          inject: [Config, Timings],
          useFactory: (config: Config, { database }: Timings) => new Postgres(config, database),
        },
        {
          provide: PlatformSchema,
          inject: [Config],
          useFactory: (config: Config) => new PlatformSchema(schemaFor(config)),
        },
        {
          provide: DataSource,
          inject: [Config, Postgres, PlatformSchema],
          useFactory: (config: Config, postgres: Postgres, { tables }: PlatformSchema) =>
            openDatabase(config, postgres, tables),
        },
      ],
      exports: [DataSource, Postgres, PlatformSchema, AfterCommit],
    };
  }

  /** The last of all: until then others still write. */
  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}

/** Opens the database, waiting a while for one that is still starting; migrates it first where the configuration says so. */
async function openDatabase(
  { databaseUrl, migrate }: Config,
  postgres: Postgres,
  schema: DatabaseSchema,
): Promise<DataSource> {
  try {
    return await whenDatabaseAnswers(async () => {
      if (migrate !== 'never') {
        await migrateDatabase(databaseUrl, schema);
      }
      const source = await openDataSource(postgres, schema);
      if (migrate === 'never') {
        await assertMigrated(source);
      }
      return source;
    });
  } catch (error) {
    await postgres.close();
    throw error;
  }
}
