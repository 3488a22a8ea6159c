import { Module } from '@nestjs/common';
import { NotificationModule } from '../notifications/notification.module.js';
import { SessionModule } from '../sessions/session.module.js';
import { UserModule } from '../users/user.module.js';
import { ArchiveCheck } from './archive/archive-check.service.js';
import { BackupKeeping } from './backup-keeping.tasks.js';
import { BackupReactions } from './backups.reactions.js';
import { BackupRequests } from './backup-requests.service.js';
import { DatabaseDump } from './database/database-dump.service.js';
import { DatabaseLoad } from './database/database-load.service.js';
import { BackupExport } from './export/backup-export.service.js';
import { ScratchDatabase } from './database/scratch-database.service.js';
import { FilesBackup } from './files/files-backup.service.js';
import { BackupList } from './listing/backup-list.service.js';
import { BackupListingController } from './listing/backup-listing.controller.js';
import { BackupRows } from './listing/backup-rows.repository.js';
import { RecoveryKits } from './listing/recovery-kit.service.js';
import { BackupSchedule } from './schedule/backup-schedule.service.js';
import { ScheduleRepository } from './schedule/schedule.repository.js';
import { BackupFetcher } from './store/backup-fetcher.service.js';
import { BackupSender } from './store/backup-sender.service.js';
import { BackupStoreClient } from './store/backup-store-client.service.js';
import { CarryingRepository } from './store/carrying.repository.js';

/** Backups of the running platform, and restoring them. */
@Module({
  imports: [NotificationModule, SessionModule, UserModule],
  controllers: [BackupListingController],
  providers: [
    ArchiveCheck,
    BackupExport,
    BackupFetcher,
    BackupKeeping,
    BackupList,
    BackupReactions,
    BackupRequests,
    BackupRows,
    BackupSchedule,
    BackupSender,
    BackupStoreClient,
    CarryingRepository,
    DatabaseDump,
    DatabaseLoad,
    FilesBackup,
    RecoveryKits,
    ScheduleRepository,
    ScratchDatabase,
  ],
  exports: [BackupRequests],
})
export class BackupsModule {}
