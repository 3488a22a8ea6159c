import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isUuid } from '../../../platform/database/is-uuid.js';
import type { ProjectAccess } from './project-access.js';

const lockClause = { none: '', share: 'FOR SHARE OF project', decide: 'FOR UPDATE OF project' };

/** What opening a project needs, in one query: it is asked for every listing, fetch and check of running work. */
@Injectable()
export class ProjectAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Null when there is no such project.
   * @param userId null: nobody's
   * @param lock `decide`: the project stays as it is until the transaction ends, and who decides on it waits; `share`: the same for
   * who only relies on it, so that many can at once
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
      `SELECT project.id, project_name AS "projectName", owner_id AS "ownerId", admin_id AS "adminId",
         coalesce(nullif(admin.real_name, ''), admin.user_name, '') AS "adminName",
         EXISTS (
           SELECT FROM project_member
           WHERE project_id = project.id AND user_id = $2) AS "isMember",
         project.deleted_at IS NOT NULL AS "isDeleted",
         approval_days AS "approvalDays", approvers_needed AS "approversNeeded",
         EXISTS (
           SELECT FROM project_account
           WHERE project_id = project.id AND quota_bytes IS NOT NULL) AS "hasQuota"
       FROM project LEFT JOIN user_account AS admin ON admin.id = admin_id
       WHERE project.id = $1 ${lockClause[lock]}`,
      [projectId, userId],
    );
    return rows[0] ?? null;
  }
}
