import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../config/config.js';
import { openDatabase } from './data-source.js';

/** Provides the one `DataSource`, migrated. */
@Global()
@Module({
  providers: [
    {
      provide: DataSource,
      inject: [Config],
      useFactory: (config: Config) => openDatabase(config.databaseUrl),
    },
  ],
  exports: [DataSource],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly dataSource: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}
