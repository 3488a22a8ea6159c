import { Module } from '@nestjs/common';
import { ArchiveCheck } from './archive/archive-check.service.js';
import { BackupStatus } from './backup-status.service.js';
import { BackupRequests } from './backup-requests.service.js';
import { DatabaseLoad } from './database/database-load.service.js';
import { FilesBackup } from './files/files-backup.service.js';

/** Backups of the running platform, and restoring them. */
@Module({
  providers: [ArchiveCheck, BackupRequests, BackupStatus, DatabaseLoad, FilesBackup],
  exports: [BackupRequests, BackupStatus],
})
export class BackupsModule {}
