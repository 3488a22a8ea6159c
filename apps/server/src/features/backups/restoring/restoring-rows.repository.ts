import { Injectable } from '@nestjs/common';
import type { BackupPhase, LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Timings } from '../../../platform/timings.js';
import type { ListedRestoring } from '../listing/backup-rows.repository.js';

/** A restoring that a worker carries out. */
export interface RunningRestoring {
  id: string;
  backupId: string;
  userId: string | null;
}

/** The rows of restorings. They stay when all other rows are replaced. */
@Injectable()
export class RestoringRows {
  private readonly leaseMs: number;

  constructor(
    private readonly dataSource: DataSource,
    timings: Timings,
  ) {
    this.leaseMs = timings.tasks.leaseMs;
  }

  /** Whether one waits, was not worked on for a while, or is done and nobody was told, as SQL. */
  get staleCondition(): string {
    const isLeft = `touched_at < now() - interval '${this.leaseMs} milliseconds'`;
    return `EXISTS (SELECT FROM backup_restoring WHERE state IN ('waiting', 'running') AND ${isLeft})
      OR EXISTS (SELECT FROM backup_restoring WHERE NOT is_told AND ${isLeft})`;
  }

  /** Whether the backup can be restored: its folder is here. The row is locked. */
  async lockBackup(
    manager: EntityManager,
    id: string,
  ): Promise<{ createdAt: Date; isHere: boolean } | null> {
    const [row = null] = await manager.query<{ createdAt: Date; isHere: boolean }[]>(
      `SELECT created_at AS "createdAt", is_here AND state = 'done' AND removed_at IS NULL AS "isHere"
       FROM backup WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return row;
  }

  async insert(manager: EntityManager, backupId: string, userId: string): Promise<string> {
    const [row] = await manager.query<{ id: string }[]>(
      'INSERT INTO backup_restoring (backup_id, user_id) VALUES ($1, $2) RETURNING id',
      [backupId, userId],
    );
    return row?.id ?? '';
  }

  async find(
    id: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ListedRestoring | null> {
    const [row = null] = await manager.query<ListedRestoring[]>(
      `SELECT restoring.id, backup_id AS "backupId", restoring.state, phase, done_bytes::float8 AS "doneBytes",
         total_bytes::float8 AS "totalBytes", message, restoring.created_at AS "createdAt", ended_at AS "endedAt",
         account.user_name AS "userName"
       FROM backup_restoring AS restoring LEFT JOIN user_account AS account ON account.id = restoring.user_id
       WHERE restoring.id = $1`,
      [id],
    );
    return row;
  }

  async remove(id: string): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM backup_restoring WHERE id = $1 AND state = 'waiting'`,
      [id],
    );
  }

  /** Whether any waits for a worker. */
  hasWaiting(): Promise<boolean> {
    return this.hasAny(this.dataSource.manager, "'waiting'");
  }

  hasUnderWay(manager: EntityManager): Promise<boolean> {
    return this.hasAny(manager, "'waiting', 'running'");
  }

  private async hasAny(manager: EntityManager, states: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM backup_restoring WHERE state IN (${states}) LIMIT 1`,
    );
    return rows.length > 0;
  }

  async noteSafetyBackup(manager: EntityManager, id: string, safetyId: string): Promise<void> {
    await manager.query('UPDATE backup_restoring SET safety_id = $2 WHERE id = $1', [id, safetyId]);
  }

  /** The safety backups under way whose restoring is over. */
  async listLeftSafetyBackups(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT backup.id FROM backup JOIN backup_restoring AS restoring ON restoring.safety_id = backup.id
       WHERE backup.state IN ('waiting', 'running') AND restoring.state NOT IN ('waiting', 'running')`,
    );
    return rows.map(({ id }) => id);
  }

  /** Gives the one that waits to its run. */
  async take(): Promise<RunningRestoring | null> {
    const [[row = null]] = await this.dataSource.query<[RunningRestoring[], number]>(
      `UPDATE backup_restoring SET state = 'running', attempts = attempts + 1, touched_at = now() WHERE state = 'waiting'
       RETURNING id, backup_id AS "backupId", user_id AS "userId"`,
    );
    return row;
  }

  async note(
    id: string,
    { phase, doneBytes, totalBytes }: { phase: BackupPhase; doneBytes: number; totalBytes: number },
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE backup_restoring SET phase = $2, done_bytes = $3, total_bytes = $4, touched_at = now()
       WHERE id = $1 AND state = 'running'`,
      [id, phase, doneBytes, totalBytes],
    );
  }

  /** Part of the transaction that replaces the rows: it is done when that commits, and only then. */
  async finish(manager: EntityManager, id: string): Promise<void> {
    await manager.query(
      `UPDATE backup_restoring SET state = 'done', phase = NULL, done_bytes = total_bytes, ended_at = now(), touched_at = now(),
         is_told = false WHERE id = $1`,
      [id],
    );
  }

  async hasUntold(): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT FROM backup_restoring WHERE NOT is_told LIMIT 1',
    );
    return rows.length > 0;
  }

  /** All that hold something of the rows before were told. */
  async noteTold(): Promise<void> {
    await this.dataSource.query('UPDATE backup_restoring SET is_told = true WHERE NOT is_told');
  }

  async isDone(id: string): Promise<boolean> {
    return (await this.find(id))?.state === 'done';
  }

  async fail(id: string, message: LocalizedText): Promise<void> {
    await this.dataSource.query(
      `UPDATE backup_restoring SET state = 'failed', phase = NULL, message = $2, ended_at = now()
       WHERE id = $1 AND state = 'running'`,
      [id, JSON.stringify(message)],
    );
  }

  /** Ends those whose worker is gone. */
  async failRunning(message: LocalizedText): Promise<void> {
    await this.dataSource.query(
      `UPDATE backup_restoring SET state = 'failed', phase = NULL, message = $1, ended_at = now() WHERE state = 'running'`,
      [JSON.stringify(message)],
    );
  }
}
