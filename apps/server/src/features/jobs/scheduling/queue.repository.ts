import type {
  EndpointParams,
  jobEndpoints,
  JobNetwork,
  QueueNetwork,
  QueueOption,
} from '@clusterdesk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

type QueueNode = QueueOption['calculations'][number];

/** A queue with its nodes; `drainedReason` is a code of `node-faults.ts`. */
export interface QueueWithNodes extends Omit<QueueOption, 'state' | 'calculations'> {
  backend: string;
  calculations: (Omit<QueueNode, 'givesNetwork'> & { networks: JobNetwork[] })[];
}

/** What a queue gives its jobs after a change. */
interface EditedQueue {
  queueName: string;
  network: QueueNetwork;
  defaultMinutes: number;
  maxMinutes: number;
}

/** Queries over queues. */
@Injectable()
export class QueueRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Queues with their nodes: all, or those the user may submit to, or one. */
  list(scope: { userId?: string; queueId?: string } = {}): Promise<QueueWithNodes[]> {
    return this.dataSource.query<QueueWithNodes[]>(
      `SELECT queue.id, queue.queue_name AS "queueName", queue.backend, queue.default_minutes AS "defaultMinutes",
              queue.max_minutes AS "maxMinutes", queue.network AS "networkChoice",
              CASE WHEN queue.network <> 'automatic' THEN queue.network
                   WHEN bool_or('outside' = ANY(node.networks)) IS FALSE THEN 'none' ELSE 'outside' END AS network,
              coalesce(json_agg(json_build_object(
                'id', node.id, 'calculationName', node.name, 'cpus', bound.cpus, 'online', node.is_online,
                'acceptsJobs', node.accepts_jobs AND node.last_seen_at IS NOT NULL, 'drainedReason', node.drained_reason,
                'networks', node.networks
              ) ORDER BY node.name) FILTER (WHERE node.id IS NOT NULL), '[]') AS calculations
       FROM compute_queue queue
       LEFT JOIN compute_queue_node bound ON bound.queue_id = queue.id
       LEFT JOIN node ON node.id = bound.node_id
       WHERE ($2::uuid IS NULL OR queue.id = $2)
         AND ($1::uuid IS NULL OR queue.is_open_to_everyone
          OR EXISTS (SELECT 1 FROM compute_queue_user member WHERE member.queue_id = queue.id AND member.user_id = $1))
       GROUP BY queue.id
       ORDER BY queue.queue_name`,
      [scope.userId ?? null, scope.queueId ?? null],
    );
  }

  /** Changes what the queue gives jobs. What is undefined stays. @returns null when there is no such queue */
  async edit(
    manager: EntityManager,
    { id, network, defaultMinutes, maxMinutes }: EndpointParams<typeof jobEndpoints.queueEdit>,
  ): Promise<EditedQueue | null> {
    const [[queue = null]] = await manager.query<[EditedQueue[], number]>(
      `UPDATE compute_queue
       SET network = coalesce($2, network), default_minutes = coalesce($3, default_minutes),
         max_minutes = coalesce($4, max_minutes)
       WHERE id = $1
       RETURNING queue_name AS "queueName", network, default_minutes AS "defaultMinutes",
         max_minutes AS "maxMinutes"`,
      [id, network, defaultMinutes, maxMinutes],
    );
    return queue;
  }

  /**
   * Sets what runs the jobs that are submitted to a queue from now on, and for Slurm in which partitions (none: its default). Earlier
   * jobs stay with their backend.
   */
  async place(
    manager: EntityManager,
    queueId: string,
    { backend, partitions }: { backend: string; partitions: readonly string[] },
  ): Promise<void> {
    await manager.query('UPDATE compute_queue SET backend = $2, partitions = $3 WHERE id = $1', [
      queueId,
      backend,
      partitions,
    ]);
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

  /** Whether a job runs on the node, or is about to. */
  async isNodeBusy(manager: EntityManager, nodeId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT 1 FROM script_job WHERE node_id = $1 AND status IN ('PENDING', 'RUNNING') LIMIT 1`,
      [nodeId],
    );
    return rows.length > 0;
  }
}
