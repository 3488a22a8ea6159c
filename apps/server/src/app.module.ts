import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Config } from './config/config.js';
import { AuditModule } from './features/audit/audit.module.js';
import { ClusterModule } from './features/cluster/cluster.module.js';
import { DiskModule } from './features/disk/disk.module.js';
import { IdentityModule } from './features/identity/identity.module.js';
import { ComputeJobsModule } from './features/jobs/compute-jobs.module.js';
import { OperationsModule } from './features/operations/operations.module.js';
import { TransferModule } from './features/transfer/transfer.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { MessagesModule } from './platform/messages/messages.module.js';
import { QueueModule } from './platform/queue/queue.module.js';
import { RealtimeModule } from './platform/realtime/realtime.module.js';
import { SettingsModule } from './platform/settings/settings.module.js';

const platform = [
  HttpModule,
  DatabaseModule,
  SettingsModule,
  LimitsModule,
  MessagesModule,
  QueueModule,
  RealtimeModule,
];
const features = [
  AuditModule,
  IdentityModule,
  TransferModule,
  DiskModule,
  ClusterModule,
  ComputeJobsModule,
  OperationsModule,
];

/** The whole house; server and worker are the same rooms behind two doors. */
@Global()
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [...platform, ...features],
      providers: [{ provide: Config, useValue: config }],
      exports: [Config],
    };
  }
}
