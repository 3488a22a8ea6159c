import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { wantedPaths, withBelow, withFound } from '../entries/entry-sql.js';
import type { SpaceKey } from '../space-key.js';

/** What a user has marked: by which way the user sees it, and where it lies now. */
export interface FavouriteRow extends SpaceKey {
  entryId: string;
  markedAt: Date;
  /** The space that the entry lies in, and its path there; null: it is in the trash, or gone for good. */
  placeSpace: SpaceKey['space'] | null;
  placeSpaceId: string | null;
  path: string | null;
}

/** Queries over what users have marked. */
@Injectable()
export class FavouriteRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Latest first. @param only of this space alone */
  list(userId: string, only?: SpaceKey): Promise<FavouriteRow[]> {
    return this.dataSource.query<FavouriteRow[]>(
      `SELECT favourite.space, favourite.space_id AS "spaceId", entry_id AS "entryId", marked_at AS "markedAt",
         place.space AS "placeSpace", place.space_id AS "placeSpaceId", place.path
       FROM favourite LEFT JOIN LATERAL space_entry_place(entry_id) AS place ON place.trash_id IS NULL
       WHERE user_id = $1 AND ($2::text IS NULL OR (favourite.space, favourite.space_id) = ($2, $3))
       ORDER BY marked_at DESC, entry_id DESC`,
      [userId, only?.space ?? null, only?.spaceId ?? null],
    );
  }

  async count(manager: EntityManager, userId: string): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM favourite WHERE user_id = $1',
      [userId],
    );
    return row?.count ?? 0;
  }

  /** Marks entries that lie in `place` and are known there. @returns of how many that is new */
  async add(
    manager: EntityManager,
    userId: string,
    seenIn: SpaceKey,
    place: SpaceKey,
    paths: readonly string[],
  ): Promise<number> {
    const added = await this.change<unknown[]>(
      manager,
      `INSERT INTO favourite (user_id, space, space_id, entry_id)
       SELECT $7, $8, $9, id FROM found WHERE node = ANY($6)
       ON CONFLICT DO NOTHING RETURNING entry_id`,
      { userId, seenIn, place, paths },
    );
    return added.length;
  }

  /** Takes the mark from entries that lie in `place`. @returns from how many */
  async remove(
    manager: EntityManager,
    userId: string,
    seenIn: SpaceKey,
    place: SpaceKey,
    paths: readonly string[],
  ): Promise<number> {
    const [, count] = await this.change<[unknown[], number]>(
      manager,
      `DELETE FROM favourite WHERE (user_id, space, space_id) = ($7, $8, $9)
         AND entry_id IN (SELECT id FROM found WHERE node = ANY($6))`,
      { userId, seenIn, place, paths },
    );
    return count;
  }

  /** Takes these marks away. @returns how many there were */
  async removeRows(userId: string, rows: readonly FavouriteRow[]): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `DELETE FROM favourite WHERE user_id = $1 AND (space, space_id, entry_id) IN (
         SELECT * FROM unnest($2::text[], $3::text[], $4::bigint[]))`,
      [
        userId,
        rows.map(({ space }) => space),
        rows.map(({ spaceId }) => spaceId),
        rows.map(({ entryId }) => entryId),
      ],
    );
    return count;
  }

  /** Who has marked an entry or something below it. */
  async usersWith(manager: EntityManager, entryId: string): Promise<string[]> {
    const rows = await manager.query<{ userId: string }[]>(
      `${withBelow} SELECT DISTINCT user_id AS "userId" FROM below JOIN favourite ON entry_id = below.id`,
      [entryId],
    );
    return rows.map(({ userId }) => userId);
  }

  private change<Answer>(
    manager: EntityManager,
    sql: string,
    named: { userId: string; seenIn: SpaceKey; place: SpaceKey; paths: readonly string[] },
  ): Promise<Answer> {
    const { parameters, paths } = wantedPaths(named.place, named.paths);
    const asked = new Set(named.paths);
    return manager.query<Answer>(`${withFound} ${sql}`, [
      ...parameters,
      paths.flatMap((path, node) => (asked.has(path) ? node : [])),
      named.userId,
      named.seenIn.space,
      named.seenIn.spaceId,
    ]);
  }
}
