import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Config } from './config/config.js';
import { AuditModule } from './features/audit/audit.module.js';
import { ClusterModule } from './features/cluster/cluster.module.js';
import { DiskModule } from './features/disk/disk.module.js';
import { AccountModule } from './features/account/account.module.js';
import { SessionModule } from './features/sessions/session.module.js';
import { UserModule } from './features/users/user.module.js';
import { JobsModule } from './features/jobs/job.module.js';
import { NotificationModule } from './features/notifications/notification.module.js';
import { OperationsModule } from './features/operations/operations.module.js';
import { SpacesModule } from './features/spaces/spaces.module.js';
import { BackupsModule } from './features/backups/backups.module.js';
import { CopiesModule } from './features/copies/copies.module.js';
import { DownloadsModule } from './features/downloads/downloads.module.js';
import { ApprovalsModule } from './features/approvals/approvals.module.js';
import { ProjectsModule } from './features/projects/projects.module.js';
import { SharesModule } from './features/shares/shares.module.js';
import { WorkbenchModule } from './features/workbench/workbench.module.js';
import { UploadsModule } from './features/uploads/uploads.module.js';
import { databaseSchema } from './database-schema.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { HooksModule } from './platform/hooks/hooks.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { LocksModule } from './platform/locks/locks.module.js';
import { MessagesModule } from './platform/messages/messages.module.js';
import { TaskModule } from './platform/tasks/task.module.js';
import { RealtimeModule } from './platform/realtime/realtime.module.js';
import { RunningWorkModule } from './platform/running-work/running-work.module.js';
import { SettingsModule } from './platform/settings/settings.module.js';
import { Timings } from './platform/timings.js';

const platform = [
  HttpModule,
  DatabaseModule.with(databaseSchema),
  LocksModule,
  SettingsModule,
  LimitsModule,
  MessagesModule,
  TaskModule,
  RealtimeModule,
  HooksModule,
  RunningWorkModule,
];
const features = [
  AuditModule,
  NotificationModule,
  UserModule,
  SessionModule,
  AccountModule,
  SpacesModule,
  UploadsModule,
  DownloadsModule,
  CopiesModule,
  DiskModule,
  ProjectsModule,
  ApprovalsModule,
  SharesModule,
  ClusterModule,
  JobsModule,
  WorkbenchModule,
  BackupsModule,
  OperationsModule,
];

/** The whole platform; server and worker are the same modules with two entry points. */
@Global()
@Module({})
export class AppModule {
  static with(config: Config, timings = new Timings()): DynamicModule {
    return {
      module: AppModule,
      imports: [...platform, ...features],
      providers: [
        { provide: Config, useValue: config },
        { provide: Timings, useValue: timings },
      ],
      exports: [Config, Timings],
    };
  }
}
