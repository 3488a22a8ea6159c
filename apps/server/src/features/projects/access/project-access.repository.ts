import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isUuid } from '../../../platform/database/is-uuid.js';
import type { ProjectAccess } from './project-access.js';

const lockClause = { none: '', share: 'FOR SHARE OF project', decide: 'FOR UPDATE OF project' };

/** While entries are moved, removed or replaced, nobody knows what holds for them. */
const isSettled = `NOT EXISTS (
  SELECT FROM space_operation WHERE space = 'project' AND space_id = project.id::text
    AND steps @? '$[*] ? (@.kind != "add" || @.clearedId != null)')`;

const columns = (userId: string): string => `project.id, project_name AS "projectName",
  owner_id AS "ownerId", admin_id AS "adminId",
  coalesce(nullif(admin.real_name, ''), admin.user_name, '') AS "adminName",
  EXISTS (
    SELECT FROM project_member
    WHERE project_id = project.id AND user_id = ${userId}) AS "isMember",
  project.deleted_at IS NOT NULL AS "isDeleted",
  approval_days AS "approvalDays", approvers_needed AS "approversNeeded",
  EXISTS (
    SELECT FROM project_account
    WHERE project_id = project.id AND quota_bytes IS NOT NULL) AS "hasQuota",
  CASE WHEN ${isSettled} THEN coalesce(
    (SELECT version FROM project_access_version WHERE project_id = project.id), 0)::text END AS "accessVersion"`;
const withAdmin = 'project LEFT JOIN user_account AS admin ON admin.id = admin_id';

/** What opening a project needs, in one query: it is asked for every listing, fetch and check of running work. */
@Injectable()
export class ProjectAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Null when there is no such project.
   * @param userId null: nobody's
   * @param lock `decide`: the project stays as it is until the transaction ends, and other decisions wait; `share`: the
   * same for callers that only rely on it, many at once
   */
  async find(
    projectId: string,
    userId: string | null,
    manager: EntityManager = this.dataSource.manager,
    lock: 'none' | 'share' | 'decide' = 'none',
  ): Promise<ProjectAccess | null> {
    if (!isUuid(projectId)) {
      return null;
    }
    const rows = await manager.query<ProjectAccess[]>(
      `SELECT ${columns('$2')} FROM ${withAdmin} WHERE project.id = $1 ${lockClause[lock]}`,
      [projectId, userId],
    );
    return rows[0] ?? null;
  }

  /** The same for many pairs of a project and a user, in their order. */
  async findAll(
    asked: readonly { projectId: string; userId: string }[],
  ): Promise<(ProjectAccess | null)[]> {
    const rows = await this.dataSource.query<(ProjectAccess & { place: number })[]>(
      `SELECT place::int, ${columns('asked.user_id')}
       FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS asked (project_id, user_id, place), ${withAdmin}
       WHERE project.id = asked.project_id`,
      [asked.map(({ projectId }) => projectId), asked.map(({ userId }) => userId)],
    );
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, index) => byPlace.get(index + 1) ?? null);
  }

  /**
   * Part of a change that can take a right to an entry (switches, who put it there, moves, removals): what was decided before is asked
   * again. The last statement of its transaction, so that nobody waits for it with anything locked. The number has a table of its own:
   * in a column of the project each move would wait for those who rely on the project's row, and they for it.
   */
  async raiseVersion(manager: EntityManager, projectId: string): Promise<void> {
    await manager.query(
      `INSERT INTO project_access_version AS known (project_id, version) VALUES ($1, 1)
       ON CONFLICT (project_id) DO UPDATE SET version = known.version + 1`,
      [projectId],
    );
  }
}
