import { Module } from '@nestjs/common';
import { NotificationModule } from '../notifications/notification.module.js';
import { UserModule } from '../users/user.module.js';
import { ArchiveCheck } from './archive/archive-check.service.js';
import { RecoveryKit } from './archive/recovery-kit.service.js';
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
import { FilesBackup } from './files/files-backup.service.js';
import { ArchiveWriter } from './running/archive-writer.service.js';
import { BackupNews } from './running/backup-news.service.js';
import { BackupRoom } from './running/backup-room.service.js';
import { BackupRunner } from './running/backup-runner.service.js';
import { BackupRuns } from './running/backup-runs.repository.js';
import { BackupSweeper } from './running/backup-sweeper.service.js';

/** Backups of the running platform, and restoring them. */
@Module({
  imports: [UserModule, NotificationModule],
  controllers: [BackupTakingController],
  providers: [
    ArchiveCheck,
    ArchiveWriter,
    BackupNews,
    BackupProofs,
    BackupRequests,
    BackupRoom,
    BackupRunner,
    BackupRuns,
    BackupSweeper,
    BackupsReactions,
    DatabaseDump,
    DatabaseLoad,
    Drill,
    DrillTasks,
    FilesBackup,
    ProofRepository,
    RecoveryKit,
    ScratchDatabase,
  ],
  exports: [BackupRequests],
})
export class BackupsModule {}
