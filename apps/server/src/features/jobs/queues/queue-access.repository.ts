import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { ScriptJobEntity } from '../script-job.entity.js';

/** Whose access is looked at: with nothing said, everybody's. */
export interface AccessScope {
  queueId?: string | undefined;
  userId?: string | undefined;
  /** Of the queues that name this project. */
  projectId?: string | undefined;
}

/**
 * Whether a queue is open to a user, as SQL over the queue's row: it is open to everyone, or names the user or a project that the
 * user is in. Who manages queues may use each of them besides.
 */
export const isOpenTo = (queue: string, user: string): string =>
  `(${queue}.is_open_to_everyone
    OR EXISTS (
      SELECT FROM compute_queue_user AS named
      WHERE named.queue_id = ${queue}.id AND named.user_id = ${user})
    OR EXISTS (
      SELECT FROM compute_queue_project AS named
      JOIN project ON project.id = named.project_id AND project.deleted_at IS NULL
      JOIN project_member AS member ON member.project_id = project.id
      WHERE named.queue_id = ${queue}.id AND member.user_id = ${user}))`;

/** Jobs that wait for one of our nodes, or with another scheduler, and are not held for another reason: their owners' access decides. */
const dependsOnAccess = `status = 'PENDING' AND node_id IS NULL
  AND (held_reason IS NULL OR held_reason = 'QUEUE_ACCESS_ENDED')`;

/** Jobs that wait without their owner's access, and jobs that are held though it is back. */
const unsettled = `
  WITH owner AS (
    SELECT DISTINCT queue_id, user_id FROM script_job
    WHERE ${dependsOnAccess} AND user_id IS NOT NULL
      AND ($1::uuid IS NULL OR queue_id = $1) AND ($2::uuid IS NULL OR user_id = $2)
      AND ($3::uuid IS NULL OR queue_id IN (SELECT queue_id FROM compute_queue_project WHERE project_id = $3))
  ), access AS (
    SELECT owner.*, queue.backend, ${isOpenTo('queue', 'owner.user_id')} OR owner.user_id = ANY($4::uuid[]) AS is_given
    FROM owner JOIN compute_queue AS queue ON queue.id = owner.queue_id
  ), wrong AS (
    SELECT job.id, access.backend, access.is_given
    FROM access JOIN script_job AS job ON job.queue_id = access.queue_id AND job.user_id = access.user_id
    WHERE ${dependsOnAccess} AND (job.held_reason IS NULL) <> access.is_given
  )`;

/** Queries over who may use queues. */
@Injectable()
export class QueueAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isOpenTo(manager: EntityManager, queueId: string, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT 1 FROM compute_queue AS queue WHERE id = $1 AND ${isOpenTo('queue', '$2::uuid')}`,
      [queueId, userId],
    );
    return rows.length > 0;
  }

  /** Whether any queue names the project. */
  async isNamed(projectId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM compute_queue_project WHERE project_id = $1 LIMIT 1',
      [projectId],
    );
    return rows.length > 0;
  }

  /** The backends of the jobs that `settle` would change. @param managers ids of the users who manage queues */
  async listUnsettled(scope: AccessScope, managers: readonly string[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ backend: string }[]>(
      `${unsettled} SELECT DISTINCT backend FROM wrong`,
      parameters(scope, managers),
    );
    return rows.map(({ backend }) => backend);
  }

  /**
   * Holds and releases jobs of a backend as access has changed; under the lock of its plan, so that none gets a place meanwhile.
   * @returns the changed jobs
   */
  async settle(
    manager: EntityManager,
    backend: string,
    scope: AccessScope,
    managers: readonly string[],
  ): Promise<ScriptJobEntity[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `${unsettled}
       UPDATE script_job AS job SET held_reason = CASE WHEN NOT wrong.is_given THEN 'QUEUE_ACCESS_ENDED' END
       FROM wrong WHERE wrong.backend = $5 AND job.id = wrong.id AND ${dependsOnAccess}
       RETURNING job.id`,
      [...parameters(scope, managers), backend],
    );
    return manager.findBy(ScriptJobEntity, { id: In(rows.map(({ id }) => id)) });
  }
}

const parameters = (
  { queueId, userId, projectId }: AccessScope,
  managers: readonly string[],
): unknown[] => [queueId ?? null, userId ?? null, projectId ?? null, managers];
