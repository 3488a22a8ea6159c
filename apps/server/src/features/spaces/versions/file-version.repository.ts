import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { splitPath } from '../../../platform/file-space/space-path.js';
import type { KeptVersion } from '../../../platform/file-space/placing/told-changes.js';
import type { SpaceKey } from '../space-key.js';

/** A version of a file, as its page shows it. */
export interface FileVersion {
  id: string;
  sizeBytes: number;
  /** When its content was changed last. */
  modifiedAt: Date;
  /** When another content took its place. */
  replacedAt: Date;
  /** Who replaced it, as people know the user; null: nobody who is here now. */
  replacedBy: string | null;
}

/** A version whose row was deleted: its bytes are to be freed. */
export interface GoneVersion extends SpaceKey {
  id: string;
  sizeBytes: number;
}

/** Rows of one statement of `deleteDue`. */
export const versionsAtOnce = 1_000;

// What is being restored is neither shown nor counted, nor does it give way.
const isFree = 'version.taken_at IS NULL';
const deletedColumns = `version.id, version.space, version.space_id AS "spaceId", version.size_bytes::float8 AS "sizeBytes"`;

/** Queries over the versions of files. A row hangs on the known entry of its file, so it follows wherever that goes. */
@Injectable()
export class FileVersionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Notes a version of the file that is at its path now. @returns the id of the entry; null: it is noted already */
  async add(
    manager: EntityManager,
    { space, spaceId }: SpaceKey,
    userId: string | null,
    { path, id, sizeBytes, modifiedMs }: KeptVersion,
  ): Promise<string | null> {
    const [added] = await manager.query<{ entryId: string }[]>(
      `INSERT INTO file_version (id, entry_id, space, space_id, size_bytes, modified_at, replaced_by)
       VALUES ($1, ensure_space_entry($2, $3, NULL, $4), $2, $3, $5, to_timestamp($6::float8 / 1000), $7)
       ON CONFLICT (id) DO NOTHING RETURNING entry_id AS "entryId"`,
      [id, space, spaceId, splitPath(path), sizeBytes, modifiedMs, userId],
    );
    return added?.entryId ?? null;
  }

  /** The versions of a known entry, the latest first. */
  async list(entryId: string): Promise<FileVersion[]> {
    return this.dataSource.query<FileVersion[]>(
      `SELECT version.id, size_bytes::float8 AS "sizeBytes", modified_at AS "modifiedAt", replaced_at AS "replacedAt",
         coalesce(nullif(person.real_name, ''), person.user_name) AS "replacedBy"
       FROM file_version AS version LEFT JOIN user_account AS person ON person.id = version.replaced_by
       WHERE entry_id = $1 AND ${isFree} ORDER BY replaced_at DESC, version.id DESC`,
      [entryId],
    );
  }

  /** Whether this is a version of the entry that nobody restores at this moment. */
  async has(entryId: string, id: string): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>(
      `SELECT FROM file_version AS version WHERE entry_id = $1 AND id = $2 AND ${isFree}`,
      [entryId, id],
    );
    return found.length > 0;
  }

  /** Takes a version to restore it, which only one can. @returns false: it is not there, or taken */
  async take(entryId: string, id: string): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE file_version AS version SET taken_at = now() WHERE entry_id = $1 AND id = $2 AND ${isFree}`,
      [entryId, id],
    );
    return count === 1;
  }

  /** Gives back what was taken. */
  async giveBack(id: string): Promise<void> {
    await this.dataSource.query('UPDATE file_version SET taken_at = NULL WHERE id = $1', [id]);
  }

  /** The same, of what was taken before a moment. */
  async giveBackOld(id: string, before: Date): Promise<void> {
    await this.dataSource.query(
      'UPDATE file_version SET taken_at = NULL WHERE id = $1 AND taken_at < $2',
      [id, before],
    );
  }

  /** What all versions of a space hold, bytes. */
  async sizeOf({ space, spaceId }: SpaceKey): Promise<number> {
    const [row] = await this.dataSource.query<{ bytes: number }[]>(
      `SELECT coalesce(sum(size_bytes), 0)::float8 AS bytes FROM file_version WHERE space = $1 AND space_id = $2`,
      [space, spaceId],
    );
    return row?.bytes ?? 0;
  }

  async delete(manager: EntityManager, entryId: string, id: string): Promise<GoneVersion[]> {
    return this.deleteWhere(manager, 'version.entry_id = $1 AND version.id = $2', [entryId, id]);
  }

  /** Deletes all but the latest of an entry. */
  async deleteBeyond(
    manager: EntityManager,
    entryId: string,
    kept: number,
  ): Promise<GoneVersion[]> {
    return this.deleteWhere(
      manager,
      `version.id IN (SELECT id FROM file_version AS version WHERE entry_id = $1 AND ${isFree}
         ORDER BY replaced_at DESC, id DESC OFFSET $2)`,
      [entryId, kept],
    );
  }

  /** Deletes the oldest of a space until so many bytes are free. */
  async deleteOldest(
    manager: EntityManager,
    { space, spaceId }: SpaceKey,
    bytes: number,
  ): Promise<GoneVersion[]> {
    return this.deleteWhere(
      manager,
      `version.id IN (SELECT id FROM (
         SELECT id, sum(size_bytes) OVER (ORDER BY replaced_at, id) - size_bytes AS freed_before
         FROM file_version AS version WHERE space = $1 AND space_id = $2 AND ${isFree}) AS oldest
       WHERE freed_before < $3)`,
      [space, spaceId, bytes],
    );
  }

  /** Deletes some of those that were replaced before a moment, or whose file is gone for good. */
  async deleteDue(manager: EntityManager, before: Date): Promise<GoneVersion[]> {
    return this.deleteWhere(
      manager,
      `version.id IN (SELECT id FROM file_version AS version
         WHERE (replaced_at < $1 OR entry_id IS NULL) AND ${isFree} LIMIT ${versionsAtOnce})`,
      [before],
    );
  }

  /** Whether there is work for `deleteDue` besides what is old, as SQL. */
  readonly orphanCondition =
    'EXISTS (SELECT FROM file_version WHERE entry_id IS NULL AND taken_at IS NULL)';

  /** The ids of a space whose rows are older than a moment. */
  async listOf({ space, spaceId }: SpaceKey, before: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM file_version WHERE space = $1 AND space_id = $2 AND coalesce(taken_at, replaced_at) < $3`,
      [space, spaceId, before],
    );
    return rows.map(({ id }) => id);
  }

  /** Those of these that have rows. */
  async known(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM file_version WHERE id = ANY($1)',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Deletes these, whatever they are. */
  async deleteAll(manager: EntityManager, ids: readonly string[]): Promise<GoneVersion[]> {
    return this.deleteWhere(manager, 'version.id = ANY($1)', [ids]);
  }

  /** Whether entries of the space are changed at this moment, or a change of them waits to be settled. */
  async isChanging({ space, spaceId }: SpaceKey): Promise<boolean> {
    const found = await this.dataSource.query<unknown[]>(
      'SELECT FROM space_operation WHERE space = $1 AND space_id = $2 LIMIT 1',
      [space, spaceId],
    );
    return found.length > 0;
  }

  private async deleteWhere(
    manager: EntityManager,
    condition: string,
    parameters: unknown[],
  ): Promise<GoneVersion[]> {
    // Nobody waits for a row: who has one may wait for the account that this transaction holds.
    const [rows] = await manager.query<[GoneVersion[], number]>(
      `WITH chosen AS MATERIALIZED (
         SELECT id FROM file_version AS version WHERE ${condition} FOR UPDATE SKIP LOCKED)
       DELETE FROM file_version AS version USING chosen WHERE version.id = chosen.id RETURNING ${deletedColumns}`,
      parameters,
    );
    return rows;
  }
}
