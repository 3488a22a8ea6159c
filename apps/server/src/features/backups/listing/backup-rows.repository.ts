import { Injectable } from '@nestjs/common';
import type { BackupKind, BackupPhase, BackupState, LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';

/** A backup with the name of who asked for it. */
export interface ListedBackup {
  id: string;
  kind: BackupKind;
  state: BackupState;
  withFiles: boolean;
  phase: BackupPhase | null;
  doneBytes: number;
  totalBytes: number;
  sizeBytes: number | null;
  leftOut: number | null;
  version: string | null;
  createdAt: Date;
  endedAt: Date | null;
  userName: string | null;
  isHere: boolean;
  isStored: boolean;
  message: LocalizedText | null;
}

export interface ListedRestoring {
  id: string;
  backupId: string;
  state: BackupState;
  phase: BackupPhase | null;
  doneBytes: number;
  totalBytes: number;
  createdAt: Date;
  endedAt: Date | null;
  userName: string | null;
  message: LocalizedText | null;
}

const shared = (row: string): string => `
  ${row}.id, ${row}.state, ${row}.phase, ${row}.done_bytes::float8 AS "doneBytes", ${row}.total_bytes::float8 AS "totalBytes",
  ${row}.created_at AS "createdAt", ${row}.ended_at AS "endedAt", ${row}.message, account.user_name AS "userName"`;

const backups = `
  SELECT ${shared('backup')}, backup.kind, backup.with_files AS "withFiles", backup.size_bytes::float8 AS "sizeBytes",
    backup.left_out::float8 AS "leftOut", backup.version,
    backup.is_here AS "isHere", backup.is_stored AS "isStored"
  FROM backup LEFT JOIN user_account AS account ON account.id = backup.user_id
  WHERE backup.removed_at IS NULL`;

/** Queries over finished backups and those under way: what the page shows, and what is deleted. */
@Injectable()
export class BackupRows {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list(
    pageNum: number,
    size: number,
  ): Promise<{ rows: ListedBackup[]; total: number; restoring: ListedRestoring | null }> {
    const rows = await this.dataSource.query<ListedBackup[]>(
      `${backups} ORDER BY backup.created_at DESC, backup.id DESC OFFSET $1 LIMIT $2`,
      [pageNum * size, size],
    );
    const [count] = await this.dataSource.query<{ total: number }[]>(
      'SELECT count(*)::integer AS total FROM backup WHERE removed_at IS NULL',
    );
    const [restoring = null] = await this.dataSource.query<ListedRestoring[]>(
      `SELECT ${shared('restoring')}, restoring.backup_id AS "backupId" FROM backup_restoring AS restoring
       LEFT JOIN user_account AS account ON account.id = restoring.user_id
       ORDER BY restoring.created_at DESC, restoring.id DESC LIMIT 1`,
    );
    return { rows, total: count?.total ?? 0, restoring };
  }

  async find(
    id: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ListedBackup | null> {
    const [row = null] = await manager.query<ListedBackup[]>(`${backups} AND backup.id = $1`, [id]);
    return row;
  }

  /** The newest finished one whose folder is here, of one kind and without files, or of any. */
  async findNewest(kind?: BackupKind): Promise<ListedBackup | null> {
    const [row = null] = await this.dataSource.query<ListedBackup[]>(
      `${backups} AND backup.state = 'done' AND backup.is_here AND ($1::text IS NULL OR backup.kind = $1 AND NOT backup.with_files)
       ORDER BY backup.created_at DESC, backup.id DESC LIMIT 1`,
      [kind ?? null],
    );
    return row;
  }

  /** The one that is being taken. */
  async findUnderWay(): Promise<ListedBackup | null> {
    const [row = null] = await this.dataSource.query<ListedBackup[]>(
      `${backups} AND backup.state IN ('waiting', 'running') LIMIT 1`,
    );
    return row;
  }

  /**
   * Marks a backup as deleted, unless something uses it: from now on it is in no list and nothing begins with it, and what lies in
   * the folder and in the store is removed after that. One that is marked already stays so.
   * @returns null: there is no such backup; false: it is in use
   */
  async markRemoved(manager: EntityManager, id: string): Promise<boolean | null> {
    const [row] = await manager.query<{ isInUse: boolean }[]>(
      `SELECT state IN ('waiting', 'running') OR fetch_asked_at IS NOT NULL OR EXISTS (
         SELECT FROM backup_restoring WHERE backup_id = backup.id AND backup_restoring.state IN ('waiting', 'running')) AS "isInUse"
       FROM backup WHERE id = $1 FOR UPDATE`,
      [id],
    );
    if (!row || row.isInUse) {
      return row ? false : null;
    }
    await manager.query(
      'UPDATE backup SET removed_at = coalesce(removed_at, now()), is_here = false, phase = NULL WHERE id = $1',
      [id],
    );
    return true;
  }

  /** Marked ones, of which something may be left. */
  listRemoved(): Promise<{ id: string; storedKey: string | null; uploadId: string | null }[]> {
    return this.dataSource.query(
      `SELECT id, stored_key AS "storedKey", upload_id AS "uploadId" FROM backup WHERE removed_at IS NOT NULL ORDER BY removed_at LIMIT 100`,
    );
  }

  async forget(id: string): Promise<void> {
    await this.dataSource.query('DELETE FROM backup WHERE id = $1 AND removed_at IS NOT NULL', [
      id,
    ]);
  }
}
