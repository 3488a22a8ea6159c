import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { isTaken } from '../../../platform/database/is-taken.js';
import { ProjectEntity } from '../project.entity.js';

/** A project of a user who is being deleted. */
export type LedProject = Pick<
  ProjectEntity,
  'id' | 'projectName' | 'ownerId' | 'adminId' | 'approversNeeded'
>;

/** Queries that make and change projects, as parts of transactions. */
@Injectable()
export class ProjectRepository {
  /** How many the owner has; others who make one for the same owner wait. */
  async lockOwner(manager: EntityManager, ownerId: string): Promise<number> {
    await lockInTransaction(manager, 'projectsOfOwner', ownerId);
    return manager.countBy(ProjectEntity, { ownerId });
  }

  /** @returns null when the owner has one of that name */
  async insert(
    manager: EntityManager,
    project: Pick<ProjectEntity, 'projectName' | 'description' | 'ownerId' | 'approvalDays'>,
  ): Promise<ProjectEntity | null> {
    const projects = manager.getRepository(ProjectEntity);
    return orNullWhenTaken(manager, (within) =>
      within.save(projects.create({ ...project, adminId: project.ownerId })),
    );
  }

  /** What a user owns or administers, and has not deleted; as it is until the transaction ends. */
  lockLedBy(manager: EntityManager, userId: string): Promise<LedProject[]> {
    return manager.query<LedProject[]>(
      `SELECT id, project_name AS "projectName", owner_id AS "ownerId", admin_id AS "adminId",
         approvers_needed AS "approversNeeded"
       FROM project WHERE deleted_at IS NULL AND (owner_id = $1 OR admin_id = $1)
       ORDER BY id FOR UPDATE`,
      [userId],
    );
  }

  /** Those that were deleted before a moment. */
  async listDeleted(manager: EntityManager, before: Date): Promise<string[]> {
    const rows = await manager.find(ProjectEntity, {
      select: { id: true },
      where: { deletedAt: LessThan(before) },
    });
    return rows.map(({ id }) => id);
  }

  /** The row, and with it all that is known of the project. */
  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.delete(ProjectEntity, { id, deletedAt: Not(IsNull()) });
  }

  get(manager: EntityManager, id: string): Promise<ProjectEntity> {
    return manager.findOneByOrFail(ProjectEntity, { id });
  }

  /** @returns false when the owner has another one of that name */
  async update(
    manager: EntityManager,
    id: string,
    change: Partial<
      Pick<
        ProjectEntity,
        | 'projectName'
        | 'description'
        | 'approvalDays'
        | 'approversNeeded'
        | 'adminId'
        | 'ownerId'
        | 'deletedAt'
      >
    >,
  ): Promise<boolean> {
    const done = await orNullWhenTaken(manager, (within) =>
      within.update(ProjectEntity, { id }, change),
    );
    return done !== null;
  }

  /** The tag of that name, made when it is missing; `count` of the project's tags. */
  async addTag(
    manager: EntityManager,
    projectId: string,
    tagName: string,
  ): Promise<{ id: string; tagName: string; count: number }> {
    await manager.query(
      `INSERT INTO project_tag (project_id, tag_name) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [projectId, tagName],
    );
    const [tag] = await manager.query<{ id: string; tagName: string; count: number }[]>(
      `SELECT id, tag_name AS "tagName",
         (SELECT count(*)::int FROM project_tag WHERE project_id = $1) AS count
       FROM project_tag WHERE project_id = $1 AND lower(tag_name) = lower($2)`,
      [projectId, tagName],
    );
    if (!tag) {
      throw new Error(`The tag of project ${projectId} is neither new nor there.`);
    }
    return tag;
  }

  /** Its name; null when there is none. */
  async removeTag(manager: EntityManager, projectId: string, id: string): Promise<string | null> {
    const [[tag]] = await manager.query<[{ tagName: string }[], number]>(
      'DELETE FROM project_tag WHERE project_id = $1 AND id = $2 RETURNING tag_name AS "tagName"',
      [projectId, id],
    );
    return tag?.tagName ?? null;
  }
}

/** In a savepoint: a taken name must not end the transaction. */
async function orNullWhenTaken<T>(
  manager: EntityManager,
  act: (manager: EntityManager) => Promise<T>,
): Promise<T | null> {
  try {
    return await manager.transaction(act);
  } catch (error) {
    if (isTaken(error)) {
      return null;
    }
    throw error;
  }
}
