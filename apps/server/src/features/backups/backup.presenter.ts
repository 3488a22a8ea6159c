import type { BackupKind, BackupRow, Language, LocalizedText } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';

/** A row of `backup`, with the name of its user. */
export interface Backup {
  id: string;
  kind: BackupKind;
  state: BackupRow['state'];
  withFiles: boolean;
  phase: BackupRow['phase'];
  /** Of bigint columns. */
  doneBytes: string;
  totalBytes: string;
  sizeBytes: string | null;
  version: string | null;
  createdAt: Date;
  endedAt: Date | null;
  userName: string | null;
  isHere: boolean;
  isStored: boolean;
  message: LocalizedText | null;
}

/** Its columns as they are read; `backup` is joined with `user_account`. */
export const backupColumns = `backup.id, kind, state, with_files AS "withFiles", phase, done_bytes AS "doneBytes",
  total_bytes AS "totalBytes", size_bytes AS "sizeBytes", version, backup.created_at AS "createdAt", ended_at AS "endedAt",
  user_name AS "userName", is_here AS "isHere", is_stored AS "isStored", message`;

/** How a backup leaves the server. */
export const toBackupRow = (backup: Backup, timeZone: string, language: Language): BackupRow => ({
  id: backup.id,
  kind: backup.kind,
  state: backup.state,
  withFiles: backup.withFiles,
  phase: backup.phase,
  doneBytes: Number(backup.doneBytes),
  totalBytes: Number(backup.totalBytes),
  sizeBytes: backup.sizeBytes === null ? null : Number(backup.sizeBytes),
  version: backup.version,
  createTime: wireTime(backup.createdAt, timeZone),
  endTime: backup.endedAt && wireTime(backup.endedAt, timeZone),
  userName: backup.userName,
  isHere: backup.isHere,
  isStored: backup.isStored,
  message: backup.message?.[language] ?? '',
});
