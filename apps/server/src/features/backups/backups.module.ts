import { Module } from '@nestjs/common';
import { ArchiveCheck } from './archive/archive-check.service.js';
import { BackupRequests } from './backup-requests.service.js';
import { DatabaseDump } from './database/database-dump.service.js';
import { DatabaseLoad } from './database/database-load.service.js';
import { ScratchDatabase } from './database/scratch-database.service.js';
import { FilesBackup } from './files/files-backup.service.js';

/** Backups of the running platform, and restoring them. */
@Module({
  providers: [
    ArchiveCheck,
    BackupRequests,
    DatabaseDump,
    DatabaseLoad,
    FilesBackup,
    ScratchDatabase,
  ],
  exports: [BackupRequests],
})
export class BackupsModule {}
