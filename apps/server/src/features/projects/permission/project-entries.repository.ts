import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { KnownEntry } from './decide-permission.js';
import type { Switches } from './switches.js';

/** Where switches were saved, and by whom. */
export interface SavedSwitches {
  path: string;
  switches: Switches;
  savedBy: string | null;
  savedAt: Date;
}

/** What is at `$2` or below it, of the project `$1`. The beginning of the path narrows by the index: `0` comes after `/`. */
const atOrBelow = `project_id = $1
  AND left(path, 200) COLLATE "C" BETWEEN left($2, 200) AND left($2 || '0', 200)
  AND (path = $2 OR starts_with(path, $2 || '/'))`;
const keyOf = (path: string): string => `sha256(convert_to(${path}, 'UTF8'))`;
const known = `path, put_at IS NOT NULL AS "wasPut", put_by AS "putBy", switches`;

/** Queries over what is known of the entries of projects. */
@Injectable()
export class ProjectEntriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What is known of these paths, in one query. */
  listAt(
    projectId: string,
    paths: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<KnownEntry[]> {
    return manager.query<KnownEntry[]>(
      `SELECT ${known} FROM project_entry
       WHERE project_id = $1 AND trash_id IS NULL
         AND path_key IN (SELECT ${keyOf('wanted')} FROM unnest($2::text[]) AS wanted)`,
      [projectId, [...paths]],
    );
  }

  /** What is known of what lies below these folders. */
  listBelow(projectId: string, dirs: readonly string[]): Promise<KnownEntry[]> {
    return this.dataSource.query<KnownEntry[]>(
      `SELECT DISTINCT ${known} FROM project_entry, unnest($2::text[]) AS dir
       WHERE project_id = $1 AND trash_id IS NULL
         AND left(path, 200) COLLATE "C" BETWEEN left(dir, 200) AND left(dir || '0', 200)
         AND starts_with(path, CASE dir WHEN '/' THEN dir ELSE dir || '/' END)`,
      [projectId, [...dirs]],
    );
  }

  /** The nearest of these paths for which switches were saved; the entry first, then the folders above it. */
  async findSaved(projectId: string, chain: readonly string[]): Promise<SavedSwitches | null> {
    const rows = await this.dataSource.query<SavedSwitches[]>(
      `SELECT path, switches, saved_by AS "savedBy", saved_at AS "savedAt" FROM project_entry
       WHERE project_id = $1 AND trash_id IS NULL AND switches IS NOT NULL
         AND path_key IN (SELECT ${keyOf('wanted')} FROM unnest($2::text[]) AS wanted)
       ORDER BY length(path) DESC LIMIT 1`,
      [projectId, [...chain]],
    );
    return rows[0] ?? null;
  }

  /** Notes who put entries there; of one that is known already, that it is somebody else's now. */
  async notePut(
    manager: EntityManager,
    projectId: string,
    userId: string | null,
    paths: readonly string[],
  ): Promise<void> {
    await manager.query(
      `INSERT INTO project_entry (project_id, path, path_key, put_by, put_at)
       SELECT $1, path, ${keyOf('path')}, $2, now() FROM (SELECT DISTINCT unnest($3::text[]) AS path) AS put
       ON CONFLICT (project_id, path_key) WHERE trash_id IS NULL
       DO UPDATE SET put_by = excluded.put_by, put_at = excluded.put_at`,
      [projectId, userId, [...paths]],
    );
  }

  /** @param switches null: the entry has none of its own any more */
  async save(
    manager: EntityManager,
    projectId: string,
    path: string,
    switches: Switches | null,
    userId: string | null,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO project_entry (project_id, path, path_key, switches, saved_by, saved_at)
       VALUES ($1, $2, ${keyOf('$2')}, $3, $4, now())
       ON CONFLICT (project_id, path_key) WHERE trash_id IS NULL
       DO UPDATE SET switches = excluded.switches, saved_by = excluded.saved_by, saved_at = excluded.saved_at`,
      [projectId, path, switches, switches === null ? null : userId],
    );
  }

  /** What was at or below a path is at or below another one; what was known of that is no longer true. */
  async move(manager: EntityManager, projectId: string, from: string, to: string): Promise<void> {
    // Told a second time it finds nothing to move, and must not forget what it moved the first time.
    const [{ isThere } = { isThere: false }] = await manager.query<{ isThere: boolean }[]>(
      `SELECT EXISTS (SELECT FROM project_entry WHERE ${atOrBelow} AND trash_id IS NULL) AS "isThere"`,
      [projectId, from],
    );
    if (!isThere) {
      return;
    }
    await manager.query(`DELETE FROM project_entry WHERE ${atOrBelow} AND trash_id IS NULL`, [
      projectId,
      to,
    ]);
    const moved = `$3 || substr(path, length($2) + 1)`;
    await manager.query(
      `UPDATE project_entry SET path = ${moved}, path_key = ${keyOf(moved)}
       WHERE ${atOrBelow} AND trash_id IS NULL`,
      [projectId, from, to],
    );
  }

  /** What was at or below a path lies in the trash. */
  async remove(
    manager: EntityManager,
    projectId: string,
    path: string,
    trashId: string,
  ): Promise<void> {
    await manager.query(
      `UPDATE project_entry SET trash_id = $3 WHERE ${atOrBelow} AND trash_id IS NULL`,
      [projectId, path, trashId],
    );
  }

  /** What took the name of an entry that went to the trash under this id keeps the switches that were saved for the name. */
  async inherit(
    manager: EntityManager,
    projectId: string,
    path: string,
    trashId: string,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO project_entry (project_id, path, path_key, switches, saved_by, saved_at)
       SELECT project_id, path, path_key, switches, saved_by, saved_at FROM project_entry
       WHERE project_id = $1 AND trash_id = $3 AND path = $2 AND switches IS NOT NULL
       ON CONFLICT (project_id, path_key) WHERE trash_id IS NULL DO NOTHING`,
      [projectId, path, trashId],
    );
  }

  /** What lay in the trash is back, perhaps under another name. */
  async restore(
    manager: EntityManager,
    projectId: string,
    trashId: string,
    from: string,
    path: string,
  ): Promise<void> {
    const back = `$3 || substr(path, length($2) + 1)`;
    await manager.query(
      `DELETE FROM project_entry AS now USING project_entry AS old
       WHERE now.project_id = $1 AND now.trash_id IS NULL AND old.project_id = $1 AND old.trash_id = $4
         AND now.path_key = sha256(convert_to($3 || substr(old.path, length($2) + 1), 'UTF8'))`,
      [projectId, from, path, trashId],
    );
    await manager.query(
      `UPDATE project_entry SET trash_id = NULL, path = ${back}, path_key = ${keyOf(back)}
       WHERE ${atOrBelow} AND trash_id = $4`,
      [projectId, from, path, trashId],
    );
  }

  /** What lay in the trash is gone for good. */
  async purge(
    manager: EntityManager,
    projectId: string,
    trashIds: readonly string[],
  ): Promise<void> {
    await manager.query('DELETE FROM project_entry WHERE project_id = $1 AND trash_id = ANY($2)', [
      projectId,
      [...trashIds],
    ]);
  }
}
