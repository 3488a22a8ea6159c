import { Module } from '@nestjs/common';
import { NotificationModule } from '../notifications/notification.module.js';
import { SessionModule } from '../sessions/session.module.js';
import { UserModule } from '../users/user.module.js';
import { ArchiveCheck } from './archive/archive-check.service.js';
import { BackupStatus } from './backup-status.service.js';
import { RecoveryKit } from './archive/recovery-kit.service.js';
import { BackupKeeping } from './backup-keeping.tasks.js';
import { BackupRequests } from './backup-requests.service.js';
import { BackupTakingController } from './backup-taking.controller.js';
import { BackupsReactions } from './backups.reactions.js';
import { DatabaseDump } from './database/database-dump.service.js';
import { DatabaseLoad } from './database/database-load.service.js';
import { ScratchDatabase } from './database/scratch-database.service.js';
import { BackupProofs } from './drill/backup-proofs.service.js';
import { Drill } from './drill/drill.service.js';
import { DrillTasks } from './drill/drill.tasks.js';
import { ProofRepository } from './drill/proof.repository.js';
import { AwaitedBackup } from './export/awaited-backup.service.js';
import { BackupExport } from './export/backup-export.service.js';
import { FilesBackup } from './files/files-backup.service.js';
import { BackupList } from './listing/backup-list.service.js';
import { BackupListingController } from './listing/backup-listing.controller.js';
import { BackupRows } from './listing/backup-rows.repository.js';
import { RecoveryKits } from './listing/recovery-kit.service.js';
import { ArchiveWriter } from './running/archive-writer.service.js';
import { BackupNews } from './running/backup-news.service.js';
import { BackupRoom } from './running/backup-room.service.js';
import { BackupRunner } from './running/backup-runner.service.js';
import { BackupRuns } from './running/backup-runs.repository.js';
import { BackupSweeper } from './running/backup-sweeper.service.js';
import { BackupSchedule } from './schedule/backup-schedule.service.js';
import { ScheduleRepository } from './schedule/schedule.repository.js';
import { BackupFetcher } from './store/backup-fetcher.service.js';
import { BackupSender } from './store/backup-sender.service.js';
import { BackupStoreClient } from './store/backup-store-client.service.js';
import { CarryingRepository } from './store/carrying.repository.js';
import { BackupRestoringController } from './backup-restoring.controller.js';
import { FilesPlacing } from './files/files-placing.service.js';
import { BackupImport } from './import/backup-import.service.js';
import { ImportedBackups } from './import/imported-backups.repository.js';
import { RestoredNews } from './restoring/restored-news.service.js';
import { RestoringRecovery } from './restoring/restoring-recovery.service.js';
import { RestoringRequests } from './restoring/restoring-requests.service.js';
import { RestoringRows } from './restoring/restoring-rows.repository.js';
import { RestoringRun } from './restoring/restoring-run.service.js';
import { RowReplacing } from './restoring/row-replacing.service.js';
import { SpacesModule } from '../spaces/spaces.module.js';

/** Backups of the running platform, and restoring them. */
@Module({
  imports: [NotificationModule, SessionModule, SpacesModule, UserModule],
  controllers: [BackupListingController, BackupRestoringController, BackupTakingController],
  providers: [
    BackupImport,
    FilesPlacing,
    ImportedBackups,
    RestoredNews,
    RestoringRecovery,
    RestoringRequests,
    RestoringRows,
    RestoringRun,
    RowReplacing,
    ArchiveCheck,
    ArchiveWriter,
    AwaitedBackup,
    BackupExport,
    BackupFetcher,
    BackupKeeping,
    BackupList,
    BackupNews,
    BackupProofs,
    BackupRequests,
    BackupRoom,
    BackupRows,
    BackupRunner,
    BackupRuns,
    BackupSchedule,
    BackupSender,
    BackupStatus,
    BackupStoreClient,
    BackupSweeper,
    BackupsReactions,
    CarryingRepository,
    DatabaseDump,
    DatabaseLoad,
    Drill,
    DrillTasks,
    FilesBackup,
    ProofRepository,
    RecoveryKit,
    RecoveryKits,
    ScheduleRepository,
    ScratchDatabase,
  ],
  exports: [BackupRequests, BackupStatus],
})
export class BackupsModule {}
