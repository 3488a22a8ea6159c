import { Injectable } from '@nestjs/common';
import type { BackupKind, BackupPhase, BackupRow, LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Timings } from '../../../platform/timings.js';

/** A backup in the hands of a run. */
export interface TakenBackup {
  id: string;
  kind: BackupKind;
  withFiles: boolean;
  attempts: number;
}

/** What a run writes of its backup; what is absent stays. */
export interface BackupChange {
  state?: BackupRow['state'];
  phase?: BackupPhase;
  doneBytes?: number;
  totalBytes?: number;
  sizeBytes?: number;
  leftOut?: number | null;
  version?: string;
  message?: LocalizedText;
}

/** The delay before a failed run is tried again, milliseconds. */
export const retryMs = 1_000;

/** The rows of backups, as those who take them see them. */
@Injectable()
export class BackupRuns {
  private readonly leaseMs: number;

  constructor(
    private readonly dataSource: DataSource,
    timings: Timings,
  ) {
    this.leaseMs = timings.tasks.leaseMs;
  }

  /** @throws a unique violation when one is under way */
  async insert(
    manager: EntityManager,
    kind: BackupKind,
    withFiles: boolean,
    userId: string | null,
  ): Promise<string> {
    const rows = await manager.query<{ id: string }[]>(
      'INSERT INTO backup (kind, with_files, user_id) VALUES ($1, $2, $3) RETURNING id',
      [kind, withFiles, userId],
    );
    return rows[0]?.id ?? '';
  }

  /** Takes it away from whatever run has it; false when it is over. */
  async cancel(manager: EntityManager, id: string): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      `UPDATE backup SET state = 'cancelled', lease = NULL, phase = NULL, ended_at = now(), touched_at = now()
       WHERE id = $1 AND state IN ('waiting', 'running')`,
      [id],
    );
    return count === 1;
  }

  /** Gives a run the backup that waits, or whose run died; null: none. What is brought here is not a worker's. */
  async take(lease: string): Promise<TakenBackup | null> {
    const [rows] = await this.dataSource.query<[TakenBackup[], number]>(
      `UPDATE backup SET state = 'running', lease = $1, done_bytes = 0, total_bytes = 0, touched_at = now(), attempts = attempts + 1
       WHERE id = (
         SELECT id FROM backup WHERE kind <> 'imported' AND (
           state = 'waiting' AND (attempts = 0 OR touched_at < now() - interval '${retryMs} milliseconds')
           OR state = 'running' AND touched_at < now() - interval '${this.leaseMs} milliseconds')
         LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, kind, with_files AS "withFiles", attempts`,
      [lease],
    );
    return rows[0] ?? null;
  }

  /** False when the backup is no longer the run's own. What ends well lies here, and a scheduled one is to be proven. */
  async updateLeased(id: string, lease: string, change: BackupChange): Promise<boolean> {
    const { state, phase, doneBytes, totalBytes, sizeBytes, leftOut, version, message } = change;
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE backup SET touched_at = now(), state = coalesce($3::text, state), phase = CASE WHEN $3::text IS NULL THEN coalesce($4::text, phase) END,
         done_bytes = coalesce($5::bigint, done_bytes), total_bytes = greatest(coalesce($6::bigint, total_bytes), coalesce($5::bigint, 0)),
         size_bytes = coalesce($7::bigint, size_bytes), version = coalesce($8::text, version), message = coalesce($9::jsonb, message), left_out = coalesce($10::bigint, left_out),
         ended_at = CASE WHEN $3::text IN ('done', 'failed') THEN now() END, lease = CASE WHEN $3::text IS NULL THEN lease END,
         is_here = is_here OR coalesce($3::text = 'done', false),
         prove_asked_at = CASE WHEN $3::text = 'done' AND kind = 'scheduled' THEN now() ELSE prove_asked_at END
       WHERE id = $1 AND lease = $2`,
      [
        id,
        lease,
        state ?? null,
        phase ?? null,
        doneBytes ?? null,
        totalBytes ?? null,
        sizeBytes ?? null,
        version ?? null,
        message ? JSON.stringify(message) : null,
        leftOut ?? null,
      ],
    );
    return count === 1;
  }

  /** The newest complete one that lies here. @param withFiles only one that has files */
  async findNewest(withFiles: boolean): Promise<{ id: string; sizeBytes: number } | null> {
    const rows = await this.dataSource.query<{ id: string; sizeBytes: string | null }[]>(
      `SELECT id, size_bytes AS "sizeBytes" FROM backup WHERE state = 'done' AND is_here AND (with_files OR NOT $1)
       ORDER BY created_at DESC, id DESC LIMIT 1`,
      [withFiles],
    );
    const [row] = rows;
    return row ? { id: row.id, sizeBytes: Number(row.sizeBytes ?? 0) } : null;
  }

  /**
   * Of these, those that there are; `isWritten`: into its folder, for it is under way, brought back, or ended so lately that its run may
   * not have heard of it.
   */
  listKnown(ids: readonly string[]): Promise<{ id: string; isWritten: boolean }[]> {
    return this.dataSource.query(
      `SELECT id, state IN ('waiting', 'running') OR fetch_asked_at IS NOT NULL
         OR touched_at > now() - interval '${this.leaseMs} milliseconds' AS "isWritten"
       FROM backup WHERE id = ANY ($1::uuid[])`,
      [ids],
    );
  }

  /** Whether one waits or was not worked on for a while, as SQL. */
  get staleCondition(): string {
    return `EXISTS (SELECT FROM backup WHERE kind <> 'imported' AND state IN ('waiting', 'running')
      AND touched_at < now() - interval '${this.leaseMs} milliseconds')`;
  }
}
