import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { SpaceKey } from '../space-key.js';

/** A remembered file. */
export type RecentRow = SpaceKey & { path: string; usedAt: Date };

/** Queries over what users touched last. */
@Injectable()
export class RecentFileRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Puts these files in front, the last one first, and drops the oldest beyond the limit. Concurrent calls for one user wait for each
   * other only where they touch the same file: rows that another call is changing are not dropped.
   */
  async note(
    userId: string,
    { space, spaceId }: SpaceKey,
    paths: readonly string[],
  ): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO recent_file (user_id, space, space_id, path, used_at)
       SELECT $1, $2, $3, path, now() + place * interval '1 microsecond'
       FROM unnest($4::text[]) WITH ORDINALITY AS noted (path, place)
       -- In one order whoever writes: two forms with the same files do not wait for each other in a circle.
       ORDER BY path
       ON CONFLICT (user_id, space, space_id, md5(path)) DO UPDATE SET used_at = excluded.used_at`,
      [userId, space, spaceId, paths],
    );
    await this.dataSource.query(
      `DELETE FROM recent_file WHERE id IN (
         SELECT id FROM recent_file WHERE user_id = $1
         ORDER BY used_at DESC, id DESC OFFSET $2 FOR UPDATE SKIP LOCKED)`,
      [userId, limits.recentFiles],
    );
  }

  /** Newest first. */
  async list(userId: string): Promise<RecentRow[]> {
    return this.dataSource.query<RecentRow[]>(
      `SELECT space, space_id AS "spaceId", path, used_at AS "usedAt" FROM recent_file
       WHERE user_id = $1 ORDER BY used_at DESC, id DESC LIMIT $2`,
      [userId, limits.recentFiles],
    );
  }

  /** Entries at or below a path moved to another one. */
  async move(
    manager: EntityManager,
    { space, spaceId }: SpaceKey,
    from: string,
    to: string,
  ): Promise<void> {
    const parameters = [space, spaceId, from, to];
    // What somebody touched at the new place before is no longer there.
    await manager.query(
      `DELETE FROM recent_file old USING recent_file moved
       WHERE (old.space, old.space_id) = ($1, $2) AND (moved.space, moved.space_id) = ($1, $2)
         AND (moved.path = $3 OR starts_with(moved.path, $3 || '/'))
         AND old.user_id = moved.user_id AND old.id <> moved.id
         AND old.path = $4 || substr(moved.path, length($3) + 1)`,
      parameters,
    );
    await manager.query(
      `UPDATE recent_file SET path = $4 || substr(path, length($3) + 1)
       WHERE (space, space_id) = ($1, $2) AND (path = $3 OR starts_with(path, $3 || '/'))`,
      parameters,
    );
  }

  /** Forgets what is at or below a path. */
  async forget(manager: EntityManager, { space, spaceId }: SpaceKey, path: string): Promise<void> {
    await manager.query(
      `DELETE FROM recent_file
       WHERE (space, space_id) = ($1, $2) AND (path = $3 OR starts_with(path, $3 || '/'))`,
      [space, spaceId, path],
    );
  }
}
