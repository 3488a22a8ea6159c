import { Injectable } from '@nestjs/common';
import type { ApplicationEnding } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../platform/database/advisory-locks.js';
import { cleanPath } from '../../platform/file-space/space-path.js';
import { isUuid } from '../../platform/database/is-uuid.js';
import { toSnakeCase } from '../../platform/database/naming-strategy.js';
import type { Manifest } from '../downloads/download-options.js';
import { ApplicationEntity } from './entities/application.entity.js';
import type { PinnedFile } from '../downloads/sending/pinned-content.js';
import type { StoredPaths } from '../spaces/space.js';
import { ensureEntry, partsOf, wantedPaths, withFound } from '../spaces/entries/entry-sql.js';
import { ApplicationVoteEntity } from './entities/application-vote.entity.js';

/** Rows of one INSERT, which then takes some tenths of a second. */
const rowsAtOnce = 2_000;

/** Something that an application is about. */
interface Part {
  /** Where it was when somebody applied. */
  appliedPath: string;
  /** Where it is now: the application goes with it. Of what lies in the trash or is gone, where it was. */
  path: string;
  /** Under which it, or the folder that it was in, lies in the trash; empty: it is gone for good; null: it is there. */
  trashId: string | null;
}

/** A file as it was when somebody applied: the only content that an approval gives. */
export interface PinnedPart extends Part, Omit<PinnedFile, 'identity'> {
  identity: string;
}

/** An entry that somebody chose. */
export interface ChosenPart extends Part {
  isDirectory: boolean;
}

/** SQL: the files of the application `$1`, where they are now. @param slice which of them */
const filesNow = (slice: string): string => `WITH RECURSIVE
  files AS MATERIALIZED (
    SELECT * FROM application_file WHERE application_id = $1 ORDER BY "position" ${slice}),
  way AS (
    SELECT "position", entry.*, '' COLLATE "C" AS path FROM files JOIN space_entry AS entry ON entry.id = entry_id
    UNION ALL
    SELECT "position", above.*, '/' || way.name || way.path
    FROM way JOIN space_entry AS above ON above.id = way.parent_id)
  SELECT files."position", coalesce(way.path, applied_path) AS path, applied_path, identity,
    CASE WHEN way.id IS NULL THEN '' ELSE way.trash_id END AS trash_id, size_bytes, modified_ms
  FROM files LEFT JOIN way ON way."position" = files."position" AND way.space IS NOT NULL`;

/** What somebody applies for, as it is at one moment. */
export interface PinnedContent {
  entries: Pick<ChosenPart, 'path' | 'isDirectory'>[];
  files: Omit<PinnedPart, 'trashId' | 'appliedPath'>[];
  bytes: number;
  fingerprint: string;
}

type NewApplication = Pick<ApplicationEntity, 'projectId' | 'userId' | 'reason'> &
  Pick<PinnedContent, 'fingerprint'>;

/** Queries on single applications and their parts. */
@Injectable()
export class ApplicationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** How many of a user's are pending, and what the user applied for within a day. Other requests of the user wait for the transaction. */
  async lockUser(
    manager: EntityManager,
    userId: string,
  ): Promise<{ pending: number; today: number; filesToday: number }> {
    await lockInTransaction(manager, 'applicationsOfUser', userId);
    const pending = await manager.countBy(ApplicationEntity, { userId, status: 0 });
    const [of] = await manager.query<{ today: number; filesToday: number }[]>(
      `SELECT count(*)::int AS today, coalesce(sum(files), 0)::int AS "filesToday" FROM download_application
       WHERE user_id = $1 AND created_at > now() - interval '1 day'`,
      [userId],
    );
    return { pending, today: of?.today ?? 0, filesToday: of?.filesToday ?? 0 };
  }

  /** The user's pending one for the same content. Call after `lockUser`. */
  findPending(
    manager: EntityManager,
    same: Pick<NewApplication, 'projectId' | 'userId' | 'fingerprint'>,
  ): Promise<ApplicationEntity | null> {
    return manager.findOneBy(ApplicationEntity, { ...same, status: 0 });
  }

  async insert(
    manager: EntityManager,
    application: NewApplication,
    { entries, files, bytes }: PinnedContent,
  ): Promise<ApplicationEntity> {
    const applications = manager.getRepository(ApplicationEntity);
    const size = { entries: entries.length, files: files.length, bytes };
    const row = await applications.save(applications.create({ ...application, ...size }));
    const insert = (table: string, columns: string, parts: readonly { path: string }[]) =>
      this.insertParts(manager, row, table, columns, parts);
    await insert('application_entry', 'is_directory boolean', entries);
    const columns = 'size_bytes bigint, modified_ms bigint, identity text';
    await insert('application_file', columns, files);
    return row;
  }

  /** Parts in their order, each at its entry. @param columns those besides the path, with their types */
  private async insertParts(
    manager: EntityManager,
    { id, projectId }: ApplicationEntity,
    table: string,
    columns: string,
    parts: readonly { path: string }[],
  ): Promise<void> {
    const names = columns.replaceAll(/ \w+(?=,|$)/g, '');
    for (let from = 0; from < parts.length; from += rowsAtOnce) {
      const rows = parts.slice(from, from + rowsAtOnce).map((part, index) => ({
        ...Object.fromEntries(
          Object.entries(part).map(([key, value]) => [toSnakeCase(key), value]),
        ),
        position: from + index,
      }));
      await manager.query(
        `INSERT INTO ${table} (application_id, project_id, "position", applied_path, entry_id, ${names})
         SELECT $1, $2::uuid, "position", path,
           ${ensureEntry(`'project'`, '$2::uuid::text', partsOf('path'))}, ${names}
         FROM jsonb_to_recordset($3) AS part ("position" integer, path text, ${columns})`,
        [id, projectId, JSON.stringify(rows)],
      );
    }
  }

  /** @param isLocked locks the row, after any other decision under way */
  find(
    id: string,
    manager: EntityManager = this.dataSource.manager,
    isLocked = false,
  ): Promise<ApplicationEntity | null> {
    if (!isUuid(id)) {
      return Promise.resolve(null);
    }
    return manager.findOne(ApplicationEntity, {
      where: { id },
      ...(isLocked ? { lock: { mode: 'pessimistic_write' as const } } : {}),
    });
  }

  async update(
    manager: EntityManager,
    id: string,
    change: Partial<
      Pick<
        ApplicationEntity,
        'status' | 'ending' | 'decidedAt' | 'expiresAt' | 'isExpiryTold' | 'usedAt'
      >
    >,
  ): Promise<void> {
    await manager.update(ApplicationEntity, { id }, change);
  }

  /** Its chosen entries, where they are now. */
  listEntries(
    applicationId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ChosenPart[]> {
    return manager.query<ChosenPart[]>(
      `SELECT path, applied_path AS "appliedPath", trash_id AS "trashId", is_directory AS "isDirectory"
       FROM applied_entry WHERE application_id = $1 ORDER BY "position"`,
      [applicationId],
    );
  }

  /** Its files, where they are now, or a part of them in their order. All are looked up in one statement: there may be ten thousand. */
  listFiles(
    applicationId: string,
    { skip = 0, take }: { skip?: number; take?: number } = {},
  ): Promise<PinnedPart[]> {
    return this.dataSource.query<PinnedPart[]>(
      `SELECT path, applied_path AS "appliedPath", identity, trash_id AS "trashId",
         size_bytes::float8 AS "sizeBytes", modified_ms::float8 AS "modifiedMs"
       FROM (${filesNow('OFFSET $2 LIMIT $3')}) AS file ORDER BY "position"`,
      [applicationId, skip, take ?? null],
    );
  }

  /** Its files as downloads take them, and the path of one that is gone. */
  async getManifest(id: string): Promise<Manifest & { gone: string | null }> {
    const sql = filesNow('');
    const [files = { files: 0, bytes: 0, fingerprint: '', gone: null }] =
      await this.dataSource.query<
        { files: number; bytes: number; fingerprint: string; gone: string | null }[]
      >(
        `SELECT count(*)::int AS files, coalesce(sum(size_bytes), 0)::float8 AS bytes,
         md5(coalesce(string_agg(path, '/' ORDER BY "position"), '')) AS fingerprint,
         min(path) FILTER (WHERE trash_id IS NOT NULL) AS gone
       FROM (${sql}) AS file`,
        [id],
      );
    return { sql, id, ...files };
  }

  /** Which of these paths in the project are approved: as a chosen entry or as a file. */
  async findApplied(
    { id, projectId }: Pick<ApplicationEntity, 'id' | 'projectId'>,
    paths: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const wanted = wantedPaths({ space: 'project', spaceId: projectId }, paths.map(cleanPath));
    const rows = await this.dataSource.query<{ node: number }[]>(
      `${withFound}
       SELECT node FROM found
       WHERE EXISTS (SELECT FROM application_file WHERE entry_id = found.id AND application_id = $6)
         OR EXISTS (SELECT FROM application_entry WHERE entry_id = found.id AND application_id = $6)`,
      [...wanted.parameters, id],
    );
    return new Set(rows.map(({ node }) => wanted.paths[node] ?? '/'));
  }

  /** Whether all of these paths of the project are files of an application, as they are now. */
  async holdsAll(id: string, stored: StoredPaths): Promise<boolean> {
    const others = await this.dataSource.query<unknown[]>(
      `SELECT path FROM (${stored.sql}) AS given
       EXCEPT SELECT path FROM (${filesNow('').replace('$1', '$2')}) AS file WHERE trash_id IS NULL
       LIMIT 1`,
      [stored.id, id],
    );
    return others.length === 0;
  }

  /** Its votes, oldest first. */
  listVotes(manager: EntityManager, applicationId: string): Promise<ApplicationVoteEntity[]> {
    return manager.find(ApplicationVoteEntity, { where: { applicationId }, order: { id: 'ASC' } });
  }

  async addVote(
    manager: EntityManager,
    vote: Pick<ApplicationVoteEntity, 'applicationId' | 'userId' | 'isYes' | 'reason'>,
  ): Promise<void> {
    await manager.insert(ApplicationVoteEntity, vote);
  }

  /** Whether `listExpired` finds any, as SQL. */
  get expiredCondition(): string {
    return `EXISTS (
      SELECT FROM download_application
      WHERE expires_at IS NOT NULL AND NOT is_expiry_told AND expires_at <= now())`;
  }

  /** Expired approvals that windows have not been told of. */
  listExpired(most: number): Promise<{ id: string; projectId: string }[]> {
    return this.dataSource.query(
      `SELECT id, project_id AS "projectId" FROM download_application
       WHERE expires_at IS NOT NULL AND NOT is_expiry_told AND expires_at <= now()
       ORDER BY expires_at LIMIT $1`,
      [most],
    );
  }

  /** The projects in which a user applied for something, each with its approvers. */
  listDeciders(
    manager: EntityManager,
    userId: string,
  ): Promise<{ projectId: string; deciders: (string | null)[] }[]> {
    return manager.query(
      `SELECT id AS "projectId", ARRAY[owner_id, admin_id] AS deciders FROM project
       WHERE id IN (SELECT project_id FROM download_application WHERE user_id = $1)`,
      [userId],
    );
  }

  /** Ends those in a project, or of one user in it, that are pending or can still be downloaded. @returns which */
  async endAll(
    manager: EntityManager,
    projectId: string,
    userId: string | null,
    ending: ApplicationEnding,
    isPendingOnly: boolean,
  ): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `UPDATE download_application SET status = 2, ending = $3, decided_at = now()
       WHERE project_id = $1 AND ($2::uuid IS NULL OR user_id = $2)
         AND (status = 0 OR status = 1 AND expires_at > now() AND NOT $4)
       RETURNING id`,
      [projectId, userId, ending, isPendingOnly],
    );
    return rows.map(({ id }) => id);
  }
}
