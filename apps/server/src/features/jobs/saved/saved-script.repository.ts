import { Injectable } from '@nestjs/common';
import type { EndpointParams, jobEndpoints, SavedScript } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';

type SaveInput = EndpointParams<typeof jobEndpoints.save>;

/** A saved script as it is stored, with those it is shared with. */
export interface StoredScript extends Omit<SavedScript, 'createTime' | 'state' | 'isOwn'> {
  ownerId: string | null;
  createdAt: Date;
}

/** What a script is shared with. */
export type SharedWith = 'queue' | 'project';

const nameColumn = { queue: 'queue_name', project: 'project_name' } as const;
const table = { queue: 'compute_queue', project: 'project' } as const;

/** The queues, or projects, of a script, as JSON. */
const sharedList = (kind: SharedWith, field: string): string => `(
  SELECT coalesce(json_agg(json_build_object('id', target.id, '${field}', target.${nameColumn[kind]}) ORDER BY target.${nameColumn[kind]}), '[]')
  FROM saved_script_${kind} shared JOIN ${table[kind]} target ON target.id = shared.${kind}_id
  WHERE shared.script_id = saved.id)`;

/** Queries over saved scripts. */
@Injectable()
export class SavedScriptRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What the user saved, then what is shared with these queues, and with projects that the user is in. */
  listFor(userId: string, queueIds: readonly string[], most: number): Promise<StoredScript[]> {
    return this.dataSource.query<StoredScript[]>(
      `SELECT saved.id, saved.owner_id AS "ownerId", coalesce(nullif(owner.real_name, ''), owner.user_name) AS "ownerName",
              job_name AS "jobName", work_dir AS path, queue_name AS "queueName", cpus,
              max_minutes AS "maxMinutes", parameters, saved.created_at AS "createdAt",
              ${sharedList('queue', 'queueName')} AS queues, ${sharedList('project', 'projectName')} AS projects
       FROM saved_script saved LEFT JOIN user_account owner ON owner.id = saved.owner_id
       WHERE saved.id IN (
         SELECT id FROM saved_script WHERE owner_id = $1
         UNION SELECT script_id FROM saved_script_queue WHERE queue_id = ANY($2::uuid[])
         UNION SELECT shared.script_id FROM saved_script_project shared JOIN project ON project.id = shared.project_id
           WHERE project.deleted_at IS NULL AND ($1 IN (project.owner_id, project.admin_id)
             OR EXISTS (SELECT FROM project_member member WHERE member.project_id = project.id AND member.user_id = $1)))
       ORDER BY saved.owner_id IS DISTINCT FROM $1, job_name, saved.id LIMIT $3`,
      [userId, queueIds, most],
    );
  }

  async readText(id: string): Promise<string> {
    const [row] = await this.dataSource.query<{ script: string }[]>(
      'SELECT script FROM saved_script WHERE id = $1',
      [id],
    );
    return row?.script ?? '';
  }

  /** Locks the script for a change. */
  async lock(
    manager: EntityManager,
    id: string,
  ): Promise<{ ownerId: string | null; jobName: string } | null> {
    const [row = null] = await manager.query<{ ownerId: string | null; jobName: string }[]>(
      'SELECT owner_id AS "ownerId", job_name AS "jobName" FROM saved_script WHERE id = $1 FOR UPDATE',
      [id],
    );
    return row;
  }

  async countOf(manager: EntityManager, userId: string): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM saved_script WHERE owner_id = $1',
      [userId],
    );
    return row?.count ?? 0;
  }

  async add(
    manager: EntityManager,
    ownerId: string,
    { jobName, context }: { jobName: string; context: string },
  ): Promise<string> {
    const [row] = await manager.query<{ id: string }[]>(
      'INSERT INTO saved_script (owner_id, job_name, script) VALUES ($1, $2, $3) RETURNING id',
      [ownerId, jobName, context],
    );
    return row!.id;
  }

  /** What is undefined stays; a queue, CPUs or a time of null are taken away. */
  async edit(manager: EntityManager, id: string, input: SaveInput): Promise<void> {
    const { queueName, cpus, maxMinutes } = input;
    await manager.query(
      `UPDATE saved_script
       SET job_name = coalesce($2, job_name), script = coalesce($3, script), work_dir = coalesce($4, work_dir),
           parameters = coalesce($5::jsonb, parameters),
           queue_name = CASE WHEN $6 THEN $7 ELSE queue_name END, cpus = CASE WHEN $8 THEN $9 ELSE cpus END,
           max_minutes = CASE WHEN $10 THEN $11 ELSE max_minutes END
       WHERE id = $1`,
      [
        ...[id, input.jobName, input.context, input.path],
        input.parameters && JSON.stringify(input.parameters),
        ...[queueName, cpus, maxMinutes].flatMap((value) => [value !== undefined, value]),
      ],
    );
  }

  /** @returns of the targets wanted those that it is not shared with yet */
  async notYetSharedWith(
    manager: EntityManager,
    id: string,
    kind: SharedWith,
    wanted: readonly string[],
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT wanted.id FROM unnest($2::uuid[]) AS wanted (id)
       WHERE wanted.id NOT IN (SELECT ${kind}_id FROM saved_script_${kind} WHERE script_id = $1)`,
      [id, wanted],
    );
    return rows.map((row) => row.id);
  }

  /** @returns how many of them there are */
  async shareWith(
    manager: EntityManager,
    id: string,
    kind: SharedWith,
    wanted: readonly string[],
  ): Promise<number> {
    await manager.query(
      `DELETE FROM saved_script_${kind} WHERE script_id = $1 AND ${kind}_id <> ALL($2::uuid[])`,
      [id, wanted],
    );
    const [row] = await manager.query<{ count: number }[]>(
      `WITH target AS (SELECT id FROM ${table[kind]} WHERE id = ANY($2::uuid[])),
         added AS (INSERT INTO saved_script_${kind} (script_id, ${kind}_id)
           SELECT $1::uuid, id FROM target ON CONFLICT DO NOTHING)
       SELECT count(*)::int AS count FROM target`,
      [id, wanted],
    );
    return row?.count ?? 0;
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM saved_script WHERE id = $1', [id]);
  }

  /** A user leaves: what nobody else sees goes too. */
  async removeUnsharedOf(userId: string): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM saved_script saved WHERE owner_id = $1
         AND NOT EXISTS (SELECT FROM saved_script_queue WHERE script_id = saved.id)
         AND NOT EXISTS (SELECT FROM saved_script_project WHERE script_id = saved.id)`,
      [userId],
    );
  }
}
