import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { wantedPaths, withFound } from '../../spaces/entries/entry-sql.js';
import type { IntendedStep } from '../../spaces/operations/intended-step.js';
import { UnsettledPaths } from '../../spaces/operations/unsettled-paths.js';
import type { ProjectAccess } from '../access/project-access.js';
import type { KnownEntry } from '../permission/decide-permission.js';
import { bitOf } from '../permission/switches.js';
import { projectRef } from '../space/project-ref.js';
import type { KnownTree } from './open-entries.js';

/** How many known entries are looked at: some 50 ms. */
const lookedAt = 20_000;

/** Queries for what a job may be shown of a project. */
@Injectable()
export class ProjectViewRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * What is known of these entries, of the folders above them and of everything below them, in one statement.
   * @returns null when that is more than can be looked at
   */
  async listTree(projectId: string, paths: readonly string[]): Promise<KnownTree | null> {
    const wanted = wantedPaths(projectRef(projectId), paths);
    const numbers = new Map(wanted.paths.map((path, node) => [path, node]));
    const rows = await this.dataSource.query<
      (Omit<KnownEntry, 'path'> & {
        node: number;
        below: string;
        isCut: boolean;
        steps: IntendedStep[] | null;
      })[]
    >(
      `${withFound},
       below AS (
         SELECT node, id, ''::text COLLATE "C" AS below FROM found WHERE node = ANY($6::integer[])
         UNION ALL
         SELECT below.node, entry.id, below.below || '/' || entry.name
         FROM below JOIN space_entry AS entry ON entry.parent_id = below.id),
       looked AS (SELECT *, row_number() OVER () = $7::integer AS is_cut FROM below LIMIT $7::integer),
       seen AS (
         SELECT node, id, below, is_cut FROM looked
         UNION ALL
         SELECT node, id, '', false FROM found WHERE NOT node = ANY($6::integer[]))
       SELECT node, below, is_cut AS "isCut", put_at IS NOT NULL AS "wasPut", put_by AS "putBy", switches, NULL::jsonb AS steps
       FROM seen LEFT JOIN project_entry ON entry_id = id
       WHERE is_cut OR put_at IS NOT NULL OR switches IS NOT NULL
       UNION ALL
       SELECT 0, '', false, FALSE, NULL, NULL, steps FROM space_operation WHERE space = $1 AND space_id = $2`,
      [...wanted.parameters, paths.map((path) => numbers.get(path)), lookedAt],
    );
    if (rows.some(({ isCut }) => isCut)) {
      return null;
    }
    return {
      entries: rows.flatMap(({ node, below, isCut: _, steps, ...entry }) => {
        const at = wanted.paths[node] ?? '/';
        return steps === null ? { ...entry, path: below === '' ? at : joined(at, below) } : [];
      }),
      unsettled: new UnsettledPaths(rows.flatMap(({ steps }) => steps ?? [])),
    };
  }

  /** Whether anybody else but managers may put entries anywhere into the project: other members, or outsiders where switches let them. */
  async mayOthersAdd(project: ProjectAccess, userId: string): Promise<boolean> {
    const [row] = await this.dataSource.query<{ may: boolean }[]>(
      `SELECT EXISTS (
         SELECT FROM project_member
         WHERE project_id = $1 AND user_id <> ALL(array_remove(ARRAY[$2, $3, $4]::uuid[], NULL))
       ) OR EXISTS (
         SELECT FROM project_entry WHERE project_id = $1 AND switches & $5::integer = $5::integer
       ) AS may`,
      [
        ...[project.id, userId, project.ownerId, project.adminId],
        bitOf('other', 'view') | bitOf('other', 'edit'),
      ],
    );
    return row?.may ?? true;
  }
}

const joined = (at: string, below: string): string => (at === '/' ? below : `${at}${below}`);
