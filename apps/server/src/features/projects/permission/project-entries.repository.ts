import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { withStatementTimeout } from '../../../platform/database/long-statement.js';
import { ensureEntry, partsOf, wantedPaths, withFound } from '../../spaces/entries/entry-sql.js';
import type { IntendedStep } from '../../spaces/operations/intended-step.js';
import { UnsettledPaths } from '../../spaces/operations/unsettled-paths.js';
import { projectRef } from '../space/project-ref.js';
import type { KnownEntry } from './decide-permission.js';
import type { StoredPaths } from '../../spaces/space.js';
import { defaultSwitches, type Switches } from './switches.js';

/** The switches of an entry, and who saved them. */
export interface SavedSwitches {
  path: string;
  switches: Switches;
  /** Null: the user was deleted since. */
  savedBy: string | null;
  savedAt: Date;
}

/** What is known of some paths, and which of them an operation covers that is not settled. */
export interface KnownPaths {
  entries: KnownEntry[];
  unsettled: UnsettledPaths;
}

/** What is known of one entry, wherever it is. */
export interface EntryFacts extends Omit<KnownEntry, 'path'> {
  /** Of what lies in the trash: what held for it. */
  wasSwitches: Switches | null;
}

/** What one may not change below a folder, for `findClosed`. */
export interface ClosedQuestion {
  userId: string;
  /** The bits that have to be on: of whoever put the entry there, and of the others in the asker's place. */
  ofPutter: Switches;
  ofOthers: Switches;
  /** Each folder, with what holds for it. */
  folders: readonly { path: string; switches: Switches; putBy: string | null }[];
}

/** Whether all of some entries may be used, for `findClosedOf`. */
export interface StoredQuestion extends Pick<ClosedQuestion, 'userId' | 'ofPutter' | 'ofOthers'> {
  stored: StoredPaths;
}

/** How many known entries below a folder are looked at before it counts as closed: some 0.2 s. */
const lookedAt = 100_000;

/** Milliseconds; enough for a million stored paths on a busy host. After that nothing counts as allowed. */
const askingMs = 8_000;

/** SQL: the folder of a path, '' for the project itself, and the name in it. */
const folderOf = (path: string): string =>
  `left(${path}, length(${path}) - strpos(reverse(${path}), '/'))`;
const nameOf = (path: string): string => `right(${path}, strpos(reverse(${path}), '/') - 1)`;
/** SQL: `UnsettledPaths.isCovered`, by the roots in `$7`. */
const isCovered = (path: string): string => `(cardinality($7::text[]) > 0 AND (${path} = ANY ($7)
  OR regexp_replace(${path}, ' \\(\\d+\\)(?=(?:\\.[^ /]*)?$)', '') = ANY ($7)))`;

const entryOf = ensureEntry(`'project'`, '$1::uuid::text', partsOf('path'));

/** Queries over what is known of the entries of projects. */
@Injectable()
export class ProjectEntriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What is known of these paths and of the folders above them, in one statement: what is not settled is not missed. */
  async listAt(
    projectId: string,
    paths: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<KnownPaths> {
    const wanted = wantedPaths(projectRef(projectId), paths);
    const rows = await manager.query<
      (Omit<KnownEntry, 'path'> & { node: number; steps: IntendedStep[] | null })[]
    >(
      `${withFound}
       SELECT node, put_at IS NOT NULL AS "wasPut", put_by AS "putBy", switches, NULL::jsonb AS steps
       FROM found JOIN project_entry ON entry_id = id
       UNION ALL
       SELECT 0, FALSE, NULL, NULL, steps FROM space_operation WHERE space = $1 AND space_id = $2`,
      wanted.parameters,
    );
    return {
      entries: rows.flatMap(({ node, steps, ...entry }) =>
        steps === null ? { ...entry, path: wanted.paths[node] ?? '/' } : [],
      ),
      unsettled: new UnsettledPaths(rows.flatMap(({ steps }) => steps ?? [])),
    };
  }

  /** Which of the folders have something below them that one may not change. Of more than can be looked at, all count as closed. */
  async findClosed(
    projectId: string,
    { userId, ofPutter, ofOthers, folders }: ClosedQuestion,
  ): Promise<Set<string>> {
    const wanted = wantedPaths(
      projectRef(projectId),
      folders.map(({ path }) => path),
    );
    const nodeOf = new Map(wanted.paths.map((path, node) => [path, node]));
    const rows = await this.dataSource.query<{ node: number; isCut: boolean }[]>(
      `${withFound},
       below AS (
         SELECT found.node, id, switches, put_by
         FROM found JOIN unnest($6::integer[], $7::integer[], $8::uuid[]) AS asked (node, switches, put_by)
           ON asked.node = found.node
         UNION ALL
         SELECT below.node, entry.id, coalesce(known.switches, below.switches),
           CASE WHEN known.put_at IS NULL THEN below.put_by ELSE known.put_by END
         FROM below JOIN space_entry AS entry ON entry.parent_id = below.id
           LEFT JOIN project_entry AS known ON known.entry_id = entry.id)
       SELECT DISTINCT node, place = $12 AS "isCut" FROM (SELECT *, row_number() OVER () AS place FROM below LIMIT $12) AS looked
       WHERE place = $12
         OR switches & CASE WHEN put_by = $9::uuid THEN $10::integer ELSE $11::integer END
           <> CASE WHEN put_by = $9::uuid THEN $10::integer ELSE $11::integer END`,
      [
        ...wanted.parameters,
        folders.map(({ path }) => nodeOf.get(path)),
        folders.map(({ switches }) => switches),
        folders.map(({ putBy }) => putBy),
        userId,
        ofPutter,
        ofOthers,
        lookedAt,
      ],
    );
    return new Set(
      rows.some(({ isCut }) => isCut)
        ? folders.map(({ path }) => path)
        : rows.map(({ node }) => wanted.paths[node] ?? '/'),
    );
  }

  /**
   * One of many stored paths that somebody may not use, by the rules of `decidePermission`; null: all may be used. Decided for each
   * folder once, from the project downwards.
   */
  async findClosedOf(
    projectId: string,
    { userId, ofPutter, ofOthers, stored }: StoredQuestion,
  ): Promise<string | null> {
    const { unsettled } = await this.listAt(projectId, []);
    const rows = await withStatementTimeout(this.dataSource, askingMs, async (manager) => {
      // There are no statistics about the number of paths and folders: without this each path would be compared with each folder.
      await manager.query('SET LOCAL enable_nestloop = off');
      return manager.query<{ path: string | null }[]>(
        `WITH RECURSIVE stored AS MATERIALIZED (
         SELECT path, ${folderOf('path')} AS folder FROM (${stored.sql}) AS given),
       folder AS (
         SELECT folder AS path FROM stored
         UNION
         SELECT ${folderOf('path')} FROM folder WHERE path <> ''),
       known AS (
         SELECT '' AS path, root.id, coalesce(switches, $5::integer) AS switches,
           CASE WHEN put_at IS NOT NULL THEN put_by END AS put_by, ${isCovered("'/'")} AS is_covered
         FROM (VALUES ($2)) AS one (id)
           LEFT JOIN space_entry AS root ON space = 'project' AND space_id = one.id AND trash_id IS NULL
           LEFT JOIN project_entry ON entry_id = root.id
         UNION ALL
         SELECT folder.path, entry.id, coalesce(own.switches, known.switches),
           CASE WHEN own.put_at IS NULL THEN known.put_by ELSE own.put_by END,
           known.is_covered OR ${isCovered('folder.path')}
         FROM known JOIN folder ON ${folderOf('folder.path')} = known.path AND folder.path <> ''
           LEFT JOIN space_entry AS entry
             ON entry.parent_id = known.id AND entry.name = ${nameOf('folder.path')} COLLATE "C"
           LEFT JOIN project_entry AS own ON own.entry_id = entry.id)
       SELECT min(stored.path) AS path FROM stored JOIN known ON known.path = stored.folder
         LEFT JOIN space_entry AS entry
           ON entry.parent_id = known.id AND entry.name = ${nameOf('stored.path')} COLLATE "C"
         LEFT JOIN project_entry AS own ON own.entry_id = entry.id
         CROSS JOIN LATERAL (
           SELECT CASE WHEN $3::uuid = CASE WHEN own.put_at IS NULL THEN known.put_by ELSE own.put_by END
             THEN $4::integer ELSE $6::integer END AS bits) AS needed
       WHERE coalesce(own.switches, known.switches) & bits <> bits
         OR known.is_covered OR ${isCovered('stored.path')}`,
        [stored.id, projectId, userId, ofPutter, defaultSwitches, ofOthers, [...unsettled.roots]],
      );
    });
    return rows[0]?.path ?? null;
  }

  /** The nearest switches that were saved for an entry or a folder above it. */
  async findSaved(projectId: string, path: string): Promise<SavedSwitches | null> {
    const { parameters, paths } = wantedPaths(projectRef(projectId), [path]);
    const rows = await this.dataSource.query<(Omit<SavedSwitches, 'path'> & { node: number })[]>(
      `${withFound}
       SELECT node, switches, saved_by AS "savedBy", saved_at AS "savedAt"
       FROM found JOIN project_entry ON entry_id = id WHERE switches IS NOT NULL
       ORDER BY node DESC LIMIT 1`,
      parameters,
    );
    return rows[0] ? { ...rows[0], path: paths[rows[0].node] ?? '/' } : null;
  }

  /** Notes who put entries there. @param how `unlessKnown`: of those of which it is noted already it stays as it is */
  async notePut(
    manager: EntityManager,
    projectId: string,
    userId: string | null,
    paths: readonly string[],
    how: 'always' | 'unlessKnown' = 'always',
  ): Promise<void> {
    await manager.query(
      `INSERT INTO project_entry (entry_id, project_id, put_by, put_at)
       SELECT ${entryOf}, $1::uuid, $2, now() FROM (
         SELECT DISTINCT path COLLATE "C" FROM unnest($3::text[]) AS path ORDER BY 1) AS put (path)
       ON CONFLICT (entry_id) DO UPDATE SET put_by = excluded.put_by, put_at = excluded.put_at
       WHERE $4 OR project_entry.put_at IS NULL`,
      [projectId, userId, [...paths], how === 'always'],
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
      `INSERT INTO project_entry (entry_id, project_id, switches, saved_by, saved_at)
       SELECT ${entryOf}, $1::uuid, $3, $4, now() FROM (VALUES ($2::text)) AS one (path)
       ON CONFLICT (entry_id)
       DO UPDATE SET switches = excluded.switches, saved_by = excluded.saved_by, saved_at = excluded.saved_at`,
      [projectId, path, switches, switches === null ? null : userId],
    );
  }

  /** What is known of one entry, wherever it is. */
  async findOf(manager: EntityManager, entryId: string): Promise<EntryFacts | null> {
    const [known] = await manager.query<EntryFacts[]>(
      `SELECT put_at IS NOT NULL AS "wasPut", put_by AS "putBy", switches, was_switches AS "wasSwitches"
       FROM project_entry WHERE entry_id = $1`,
      [entryId],
    );
    return known ?? null;
  }

  /** Notes of an entry that lies in the trash what held for it; null: it is back. */
  async noteSwitchesOf(
    manager: EntityManager,
    projectId: string,
    entryId: string,
    wasSwitches: Switches | null,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO project_entry (entry_id, project_id, was_switches) VALUES ($1, $2, $3)
       ON CONFLICT (entry_id) DO UPDATE SET was_switches = excluded.was_switches`,
      [entryId, projectId, wasSwitches],
    );
  }

  /** Notes of one entry, wherever it is, who put it there. */
  async notePutOf(
    manager: EntityManager,
    projectId: string,
    entryId: string,
    userId: string | null,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO project_entry (entry_id, project_id, put_by, put_at) VALUES ($1, $2, $3, now())
       ON CONFLICT (entry_id) DO UPDATE SET put_by = excluded.put_by, put_at = excluded.put_at`,
      [entryId, projectId, userId],
    );
  }
}
