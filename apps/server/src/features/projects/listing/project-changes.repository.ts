import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { partsOf } from '../../spaces/entries/entry-sql.js';
import type { KnownEntry } from '../permission/decide-permission.js';

/** What changed last in a project. */
export interface LastChange {
  at: Date;
  /** The entry that came, moved or was replaced; null: it went, or is not known. */
  path: string | null;
  /** What is known of the entry and of the folders above it, the entry first. */
  chain: KnownEntry[];
  /** Every change of the project's entries has been written down: their rights are known. */
  isSettled: boolean;
}

/** The last change of each project: one row, so that no list looks through entries. */
@Injectable()
export class ProjectChanges {
  constructor(private readonly dataSource: DataSource) {}

  /** For a new project: later changes only update its row. */
  async begin(manager: EntityManager, projectId: string): Promise<void> {
    await manager.query('INSERT INTO project_change (project_id) VALUES ($1)', [projectId]);
  }

  /** Part of the change. Who changes the project at the same moment does not wait: one of the two is its last change. */
  async note(manager: EntityManager, projectId: string, path: string | null): Promise<void> {
    await manager.query(
      `UPDATE project_change SET changed_at = now(), path = $2
       WHERE project_id = (SELECT project_id FROM project_change WHERE project_id = $1 FOR UPDATE SKIP LOCKED)`,
      [projectId, path],
    );
  }

  /** Those of some projects, in one statement that walks down to each entry by its name. */
  async listLast(projectIds: readonly string[]): Promise<Map<string, LastChange>> {
    const rows = await this.dataSource.query<
      (Omit<KnownEntry, 'path'> & {
        projectId: string;
        at: Date;
        path: string | null;
        isSettled: boolean;
        depth: number | null;
      })[]
    >(
      `WITH RECURSIVE last AS MATERIALIZED (
         SELECT project_id, changed_at, path, CASE WHEN path = '/' THEN '{}' ELSE ${partsOf('path')} END AS parts
         FROM project_change WHERE project_id = ANY ($1) AND changed_at IS NOT NULL),
       way AS (
         SELECT last.project_id, root.id, 0 AS depth, parts
         FROM last JOIN space_entry AS root
           ON root.space = 'project' AND root.space_id = last.project_id::text AND root.trash_id IS NULL
         WHERE path IS NOT NULL
         UNION ALL
         SELECT project_id, entry.id, depth + 1, parts
         FROM way JOIN space_entry AS entry ON entry.parent_id = way.id AND entry.name = parts[depth + 1]
         WHERE depth < cardinality(parts))
       SELECT last.project_id AS "projectId", changed_at AS at, path, depth, put_at IS NOT NULL AS "wasPut",
         put_by AS "putBy", switches, NOT EXISTS (
           SELECT FROM space_operation WHERE space = 'project' AND space_id = last.project_id::text) AS "isSettled"
       FROM last LEFT JOIN (way JOIN project_entry ON entry_id = way.id) ON way.project_id = last.project_id
       ORDER BY last.project_id, depth DESC`,
      [projectIds],
    );
    const found = new Map<string, LastChange>();
    for (const { projectId, at, path, isSettled, depth, ...entry } of rows) {
      const change = found.get(projectId) ?? { at, path, isSettled, chain: [] };
      if (depth !== null) {
        change.chain.push({ ...entry, path: `${depth}` });
      }
      found.set(projectId, change);
    }
    return found;
  }
}
