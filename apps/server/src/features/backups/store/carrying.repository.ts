import { Injectable } from '@nestjs/common';
import type { LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { backupStoreSetting } from '../schedule/backup.settings.js';

/** A backup whose copy goes to the store. */
export interface SentBackup {
  id: string;
  createdAt: Date;
  storedKey: string | null;
  /** Of a sending that did not end. */
  uploadId: string | null;
  attempts: number;
}

const columns = `id, created_at AS "createdAt", stored_key AS "storedKey", upload_id AS "uploadId", send_attempts AS attempts`;

/** Finished, here, and in no store; `backup_unsent_index` has them. */
const unsent = `removed_at IS NULL AND state = 'done' AND is_here AND NOT is_stored AND send_due_at <= now()`;

/** Queries of what goes to the store and comes back. */
@Injectable()
export class CarryingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * There is something to bring back, or to send to the store that is set, as SQL. What the store refused is not before `send_due_at`,
   * which is put off each time.
   */
  readonly dueCondition = `EXISTS (SELECT FROM backup WHERE fetch_asked_at IS NOT NULL)
    OR EXISTS (SELECT FROM setting AS store, backup
      WHERE store.key = '${backupStoreSetting.key}' AND jsonb_typeof(store.value) = 'object' AND ${unsent}
        AND (kind = 'scheduled' OR kind = 'manual' AND (store.value->>'copiesManual')::boolean))`;

  /** The oldest finished one that should be in the store and is not. */
  async findToSend(copiesManual: boolean): Promise<SentBackup | null> {
    const [row = null] = await this.dataSource.query<SentBackup[]>(
      `SELECT ${columns} FROM backup
       WHERE ${unsent} AND (kind = 'scheduled' OR kind = 'manual' AND $1) ORDER BY created_at LIMIT 1`,
      [copiesManual],
    );
    return row;
  }

  async beginSending(id: string, key: string, uploadId: string, bytes: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE backup SET stored_key = $2, upload_id = $3, phase = 'sending', done_bytes = 0, total_bytes = $4 WHERE id = $1`,
      [id, key, uploadId, bytes],
    );
  }

  /** @returns whether it still exists */
  async advance(id: string, doneBytes: number): Promise<boolean> {
    const [, affected] = await this.dataSource.query<[unknown[], number]>(
      'UPDATE backup SET done_bytes = $2 WHERE id = $1 AND removed_at IS NULL',
      [id, doneBytes],
    );
    return affected === 1;
  }

  async endSending(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE backup SET is_stored = true, upload_id = NULL, phase = NULL, message = NULL, send_attempts = 0 WHERE id = $1`,
      [id],
    );
  }

  async failSending(
    manager: EntityManager,
    id: string,
    reason: LocalizedText,
    retryMs: number,
  ): Promise<void> {
    await manager.query(
      `UPDATE backup SET phase = NULL, message = $2, send_attempts = send_attempts + 1,
         send_due_at = now() + $3 * interval '1 ms' WHERE id = $1`,
      [id, JSON.stringify(reason), retryMs],
    );
  }

  /** Asks for one that lies in the store only. @returns false: it does not, or was asked for already */
  async askForFetching(manager: EntityManager, id: string): Promise<boolean> {
    const [, affected] = await manager.query<[unknown[], number]>(
      `UPDATE backup SET fetch_asked_at = now(), message = NULL
       WHERE id = $1 AND removed_at IS NULL AND state = 'done' AND is_stored AND NOT is_here AND fetch_asked_at IS NULL`,
      [id],
    );
    return affected === 1;
  }

  async findToFetch(): Promise<{ id: string; storedKey: string } | null> {
    const [row = null] = await this.dataSource.query<{ id: string; storedKey: string }[]>(
      `SELECT id, stored_key AS "storedKey" FROM backup WHERE fetch_asked_at IS NOT NULL ORDER BY fetch_asked_at LIMIT 1`,
    );
    return row;
  }

  async noteFetching(id: string, doneBytes: number, totalBytes: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE backup SET phase = 'saving', done_bytes = $2, total_bytes = $3, touched_at = now() WHERE id = $1`,
      [id, doneBytes, totalBytes],
    );
  }

  /** @param failure why it is not here; null: it is */
  async endFetching(id: string, failure: LocalizedText | null): Promise<void> {
    await this.dataSource.query(
      `UPDATE backup SET fetch_asked_at = NULL, phase = NULL, is_here = $2, message = $3 WHERE id = $1`,
      [id, failure === null, failure && JSON.stringify(failure)],
    );
  }
}
