import { Injectable } from '@nestjs/common';
import { limits, type UserOption } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { containsPattern } from '../../../platform/database/like-pattern.js';
import type { Awaiting } from '../../projects/listing/awaiting-decisions.service.js';
import { userOption } from '../../users/user-option-sql.js';
import type { ApplicationEntity } from '../entities/application.entity.js';

/** A vote as rows of applications show it. */
export interface ListedVote {
  user: UserOption | null;
  isYes: boolean;
  reason: string;
  /** Milliseconds since the epoch. */
  atMs: number;
}

/** An application with everything that its row shows. */
export type ListedApplication = Pick<
  ApplicationEntity,
  | 'id'
  | 'projectId'
  | 'userId'
  | 'status'
  | 'ending'
  | 'reason'
  | 'entries'
  | 'files'
  | 'bytes'
  | 'createdAt'
  | 'expiresAt'
  | 'usedAt'
  | 'filesDroppedAt'
> & {
  applicant: UserOption;
  projectName: string;
  ownerId: string | null;
  adminId: string | null;
  /** Of the project now. */
  approversNeeded: number;
  approvalDays: number;
  isProjectDeleted: boolean;
  /** The first chosen entries, where they are now. */
  paths: string[];
  /** The same, where they were at the time of the application. */
  appliedPaths: string[];
  votes: ListedVote[];
};

/** 1: the user's own; 2: those that wait for the user's decision; 3: the user's own and all that the user may decide on. */
export type ApplicationsOf = '1' | '2' | '3';

export interface ApplicationQuery {
  userId: string;
  of: ApplicationsOf;
  /** A part of the project's name; '' for all. */
  search: string;
  projectId: string | null;
  offset: number;
  size: number;
}

/** How many applications wait for somebody, of one user. */
export interface OpenApplications {
  /** Others' that wait for the user's decision. */
  awaitingMe: number;
  /** Own ones that wait for others'. */
  pending: number;
  /** Own approvals that end soon, with nothing downloaded yet. */
  ending: number;
}

const managed = `(project.owner_id = $1 OR project.admin_id = $1)`;
/** Waiting for the user's decision: not the user's own, nor one that the user has approved and somebody else has to approve, too. */
const awaiting = `application.status = 0 AND project.deleted_at IS NULL AND application.user_id <> $1
  AND ${managed} AND NOT EXISTS (
    SELECT FROM application_vote AS vote
    WHERE vote.application_id = application.id AND vote.user_id = $1 AND project.approvers_needed > 1)`;
const mayBeSeen = `(application.user_id = $1 OR coalesce(${managed}, false) AND project.deleted_at IS NULL)`;
const ofProjects = (role: 'owner_id' | 'admin_id'): string => `SELECT known.id
  FROM project JOIN download_application AS known ON known.project_id = project.id
  WHERE project.${role} = $1 AND project.deleted_at IS NULL`;
const conditions: Record<ApplicationsOf, string> = {
  '1': 'application.user_id = $1',
  '2': awaiting,
  // `mayBeSeen` as a union, so that each part uses an index: an OR would read all applications.
  '3': `application.id IN (
    SELECT id FROM download_application WHERE user_id = $1
    UNION ALL ${ofProjects('owner_id')} UNION ALL ${ofProjects('admin_id')})`,
};

const firstEntries = (column: 'path' | 'applied_path'): string =>
  `(SELECT coalesce(json_agg(${column} ORDER BY "position"), '[]') FROM applied_entry
    WHERE application_id = application.id AND "position" < ${limits.approvalPathsInList})`;

const from = `FROM download_application AS application
  JOIN project ON project.id = application.project_id
  JOIN user_account AS applicant ON applicant.id = application.user_id`;
const columns = `application.id, application.project_id AS "projectId", application.user_id AS "userId",
  application.status, application.ending, application.reason, application.entries, application.files,
  application.bytes::float8 AS bytes, application.created_at AS "createdAt", application.expires_at AS "expiresAt",
  application.used_at AS "usedAt", application.files_dropped_at AS "filesDroppedAt", ${userOption('applicant')} AS applicant,
  project.project_name AS "projectName", project.owner_id AS "ownerId", project.admin_id AS "adminId",
  project.approvers_needed AS "approversNeeded", project.approval_days AS "approvalDays",
  project.deleted_at IS NOT NULL AS "isProjectDeleted",
  ${firstEntries('path')} AS paths, ${firstEntries('applied_path')} AS "appliedPaths",
  (SELECT coalesce(json_agg(json_build_object(
     'user', CASE WHEN person.id IS NOT NULL THEN ${userOption('person')} END, 'isYes', vote.is_yes,
     'reason', vote.reason, 'atMs', (extract(epoch FROM vote.created_at) * 1000)::bigint)
     ORDER BY vote.id), '[]')
   FROM application_vote AS vote LEFT JOIN user_account AS person ON person.id = vote.user_id
   WHERE vote.application_id = application.id) AS votes`;

/** The lists of applications. */
@Injectable()
export class ApplicationListRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A page of a list, newest first, and the total. */
  async list(
    query: ApplicationQuery,
  ): Promise<{ applications: ListedApplication[]; total: number }> {
    const where = `${conditions[query.of]} AND ($2::text IS NULL OR project.project_name ILIKE $2)
      AND ($3::uuid IS NULL OR application.project_id = $3)`;
    const pattern = query.search === '' ? null : containsPattern(query.search);
    const parameters = [query.userId, pattern, query.projectId];
    const [counted] = await this.dataSource.query<{ total: number }[]>(
      `SELECT count(*)::int AS total ${from} WHERE ${where}`,
      parameters,
    );
    const applications = await this.dataSource.query<ListedApplication[]>(
      `SELECT ${columns} ${from} WHERE ${where}
       ORDER BY application.created_at DESC, application.id DESC OFFSET $4 LIMIT $5`,
      [...parameters, query.offset, query.size],
    );
    return { applications, total: counted?.total ?? 0 };
  }

  /** One application, for the applicant and the approvers; null for others. */
  async find(id: string, userId: string): Promise<ListedApplication | null> {
    const [application] = await this.dataSource.query<ListedApplication[]>(
      `SELECT ${columns} ${from} WHERE ${mayBeSeen} AND application.id = $2`,
      [userId, id],
    );
    return application ?? null;
  }

  /** How many other applications the applicant has in the project, by status, and the latest of them. */
  async listEarlier(
    { id, userId, projectId }: ListedApplication,
    most: number,
  ): Promise<{ counts: Record<0 | 1 | 2, number>; latest: ListedApplication[] }> {
    const where = `application.user_id = $1 AND application.project_id = $2 AND application.id <> $3`;
    const rows = await this.dataSource.query<{ status: 0 | 1 | 2; count: number }[]>(
      `SELECT status, count(*)::int AS count FROM download_application AS application
       WHERE ${where} GROUP BY status`,
      [userId, projectId, id],
    );
    const counts = { 0: 0, 1: 0, 2: 0 };
    rows.forEach(({ status, count }) => (counts[status] = count));
    const latest = await this.dataSource.query<ListedApplication[]>(
      `SELECT ${columns} ${from} WHERE ${where}
       ORDER BY application.created_at DESC, application.id DESC LIMIT $4`,
      [userId, projectId, id, most],
    );
    return { counts, latest };
  }

  async countOpen(userId: string): Promise<OpenApplications> {
    const [counted] = await this.dataSource.query<OpenApplications[]>(
      `SELECT
         (SELECT count(*)::int FROM download_application AS application
          JOIN project ON project.id = application.project_id WHERE ${awaiting}) AS "awaitingMe",
         (SELECT count(*)::int FROM download_application
          WHERE user_id = $1 AND status = 0 AND ending IS NULL) AS pending,
         (SELECT count(*)::int FROM download_application
          WHERE user_id = $1 AND status = 1 AND used_at IS NULL AND expires_at > now()
            AND expires_at <= now() + make_interval(secs => $2)) AS ending`,
      [userId, limits.approvalEndsSoonMs / 1000],
    );
    return counted ?? { awaitingMe: 0, pending: 0, ending: 0 };
  }

  /** How many in each project wait for a user's decision, and how many of the user's own wait there. */
  async countAwaiting(
    userId: string,
    projectIds: readonly string[],
  ): Promise<ReadonlyMap<string, Awaiting>> {
    const rows = await this.dataSource.query<(Awaiting & { projectId: string })[]>(
      `SELECT application.project_id AS "projectId", count(*) FILTER (WHERE ${awaiting})::int AS "awaitingMe",
         count(*) FILTER (WHERE application.user_id = $1 AND application.ending IS NULL)::int AS "ownPending"
       FROM download_application AS application JOIN project ON project.id = application.project_id
       WHERE application.project_id = ANY($2) AND application.status = 0 GROUP BY application.project_id`,
      [userId, [...projectIds]],
    );
    return new Map(rows.map(({ projectId, ...counts }) => [projectId, counts]));
  }

  /** The applicants of these and their approvers. */
  async listConcerned(ids: readonly string[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT DISTINCT unnest(ARRAY[application.user_id, project.owner_id, project.admin_id]) AS id
       FROM download_application AS application JOIN project ON project.id = application.project_id
       WHERE application.id = ANY($1)`,
      [[...ids]],
    );
    return rows.flatMap(({ id }) => id ?? []);
  }
}
