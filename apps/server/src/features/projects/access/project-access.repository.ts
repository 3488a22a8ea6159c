import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isUuid } from '../../../platform/database/is-uuid.js';

/** What decides about one user and one project. */
export interface ProjectAccess {
  id: string;
  projectName: string;
  ownerId: string | null;
  adminId: string | null;
  /** As people know the administrator: the real name where there is one, else the user name. */
  adminName: string;
  isMember: boolean;
  isDeleted: boolean;
  approvalDays: number;
  approversNeeded: number;
  hasQuota: boolean;
}

/** What opening a project needs, in one query: it is asked for every listing, fetch and check of running work. */
@Injectable()
export class ProjectAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Null when there is no such project.
   * @param userId null: nobody's
   * @param isLocked the row stays as it is until the transaction ends: who decides on a project waits for who decides on it now
   */
  async find(
    projectId: string,
    userId: string | null,
    manager: EntityManager = this.dataSource.manager,
    isLocked = false,
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
       WHERE project.id = $1 ${isLocked ? 'FOR UPDATE OF project' : ''}`,
      [projectId, userId],
    );
    return rows[0] ?? null;
  }
}
