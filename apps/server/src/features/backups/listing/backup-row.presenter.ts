import type { BackupRow, Language, RestoringRow } from '@clusterdesk/contracts';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import type { ListedBackup, ListedRestoring } from './backup-rows.repository.js';

/** A backup, for people who manage the platform. */
export function toBackupRow(row: ListedBackup, timeZone: string, language: Language): BackupRow {
  const { createdAt, endedAt, message, ...same } = row;
  return { ...same, ...presented({ createdAt, endedAt, message }, timeZone, language) };
}

/** A restoring, for the same. */
export function toRestoringRow(
  row: ListedRestoring,
  timeZone: string,
  language: Language,
): RestoringRow {
  const { createdAt, endedAt, message, ...same } = row;
  return { ...same, ...presented({ createdAt, endedAt, message }, timeZone, language) };
}

const presented = (
  row: Pick<ListedBackup, 'createdAt' | 'endedAt' | 'message'>,
  timeZone: string,
  language: Language,
): { createTime: string; endTime: string | null; message: string } => ({
  createTime: wireTime(row.createdAt, timeZone),
  endTime: row.endedAt && wireTime(row.endedAt, timeZone),
  message: row.message?.[language] ?? '',
});
