import type { JobNetwork, QueueOption } from '@clusterdesk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isOpenTo } from './queue-access.repository.js';

type QueueNode = QueueOption['calculations'][number];

/** Whom a queue names. */
export type QueueMembers = Pick<QueueOption, 'projects' | 'userInfos'>;

/** A queue with its nodes; `drainedReason` is a code of `node-faults.ts`. */
export interface QueueWithNodes extends Omit<
  QueueOption,
  | 'state'
  | 'lanIp'
  | 'calculations'
  | 'takesProjectFiles'
  | 'takesSealedJobs'
  | 'projectFilesReason'
  | keyof QueueMembers
> {
  calculations: (Omit<QueueNode, 'givesNetwork'> & {
    lanIp: string;
    networks: JobNetwork[];
    takesProjectFiles: boolean;
  })[];
}

/** Which queues; with nothing said, all. */
interface QueueScope {
  /** Those that are open to this user. */
  userId?: string | undefined;
  queueId?: string;
  queueName?: string;
}

/** Queries over queues. */
@Injectable()
export class QueueRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By name, with their nodes. */
  list(
    { userId, queueId, queueName }: QueueScope = {},
    manager: EntityManager = this.dataSource.manager,
  ): Promise<QueueWithNodes[]> {
    return manager.query<QueueWithNodes[]>(
      `SELECT queue.id, queue.queue_name AS "queueName", queue.backend, queue.partitions, queue.is_open_to_everyone AS "isOpenToEveryone",
              queue.default_minutes AS "defaultMinutes", queue.max_minutes AS "maxMinutes", queue.network AS "networkChoice",
              CASE WHEN queue.network <> 'automatic' THEN queue.network
                   WHEN bool_or('outside' = ANY(node.networks)) IS FALSE THEN 'none' ELSE 'outside' END AS network,
              coalesce(json_agg(json_build_object(
                'id', node.id, 'calculationName', node.name, 'lanIp', node.lan_ip, 'cpus', bound.cpus, 'online', node.is_online,
                'acceptsJobs', node.accepts_jobs AND node.last_seen_at IS NOT NULL, 'drainedReason', node.drained_reason,
                'networks', node.networks, 'takesProjectFiles', node.takes_project_files
              ) ORDER BY node.name) FILTER (WHERE node.id IS NOT NULL), '[]') AS calculations
       FROM compute_queue queue
       LEFT JOIN compute_queue_node bound ON bound.queue_id = queue.id
       LEFT JOIN node ON node.id = bound.node_id
       WHERE ($2::uuid IS NULL OR queue.id = $2) AND ($3::text IS NULL OR queue.queue_name = $3)
         AND ($1::uuid IS NULL OR ${isOpenTo('queue', '$1')})
       GROUP BY queue.id
       ORDER BY queue.queue_name`,
      [userId ?? null, queueId ?? null, queueName ?? null],
    );
  }

  /** The projects and users that each of these queues names, by name; a deleted project is left out. */
  async listMembers(
    queueIds: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Map<string, QueueMembers>> {
    const rows = await manager.query<(QueueMembers & { id: string })[]>(
      `SELECT queue.id,
              coalesce((SELECT json_agg(json_build_object('id', project.id, 'projectName', project_name)
                         ORDER BY project_name, project.id)
                FROM compute_queue_project AS named JOIN project ON project.id = named.project_id AND project.deleted_at IS NULL
                WHERE named.queue_id = queue.id), '[]') AS projects,
              coalesce((SELECT json_agg(json_build_object('id', person.id, 'userName', user_name, 'realName', real_name)
                         ORDER BY user_name, person.id)
                FROM compute_queue_user AS named JOIN user_account AS person ON person.id = named.user_id
                WHERE named.queue_id = queue.id), '[]') AS "userInfos"
       FROM compute_queue AS queue WHERE queue.id = ANY($1::uuid[])`,
      [queueIds],
    );
    return new Map(rows.map(({ id, ...members }) => [id, members]));
  }

  /** A queue that a job goes into: whoever changes or deletes it waits. @returns false when it is not there any more */
  async lockToSubmit(manager: EntityManager, queueId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'SELECT 1 FROM compute_queue WHERE id = $1 FOR SHARE',
      [queueId],
    );
    return rows.length > 0;
  }

  async hasAny(): Promise<boolean> {
    const [found] = await this.dataSource.query<{ exists: boolean }[]>(
      `SELECT EXISTS (SELECT FROM compute_queue AS queue WHERE queue.backend = 'slurm'
         OR EXISTS (SELECT FROM compute_queue_node WHERE queue_id = queue.id)) AS exists`,
    );
    return found?.exists ?? false;
  }

  /** The names of the queues that use each of these nodes. */
  async namesByNode(nodeIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.dataSource.query<{ nodeId: string; names: string[] }[]>(
      `SELECT bound.node_id AS "nodeId", array_agg(queue.queue_name) AS names
       FROM compute_queue_node bound JOIN compute_queue queue ON queue.id = bound.queue_id
       WHERE bound.node_id = ANY($1::uuid[]) GROUP BY bound.node_id`,
      [nodeIds],
    );
    return new Map(rows.map(({ nodeId, names }) => [nodeId, names]));
  }

  /** How many jobs run, and how many wait. */
  async countJobs(): Promise<{ running: number; waiting: number }> {
    const [row] = await this.dataSource.query<{ running: number; waiting: number }[]>(
      `SELECT count(*) FILTER (WHERE status = 'RUNNING')::int AS running,
              count(*) FILTER (WHERE status = 'PENDING')::int AS waiting
       FROM script_job WHERE status IN ('PENDING', 'RUNNING')`,
    );
    return row ?? { running: 0, waiting: 0 };
  }

  /** Whether a job runs on the node, or is about to. */
  async isNodeBusy(manager: EntityManager, nodeId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT 1 FROM script_job WHERE node_id = $1 AND status IN ('PENDING', 'RUNNING') LIMIT 1`,
      [nodeId],
    );
    return rows.length > 0;
  }
}
