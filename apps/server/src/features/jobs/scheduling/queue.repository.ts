import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { QueueOption } from '@clusterdesk/contracts';
import type { FreeNode, WaitingJob } from './schedule.js';

const waitingAtOnce = 200;

/** Queries over queues, for choosing one and for scheduling in it. */
@Injectable()
export class QueueRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Queues with their nodes: all, or those the user may submit to. */
  async list(userId: string | null): Promise<QueueOption[]> {
    const rows = await this.dataSource.query<Omit<QueueOption, 'state'>[]>(
      `SELECT queue.id, queue.queue_name AS "queueName",
              coalesce(json_agg(json_build_object(
                'id', node.id, 'calculationName', node.name, 'cpus', bound.cpus, 'online', node.is_online
              ) ORDER BY node.name) FILTER (WHERE node.id IS NOT NULL), '[]') AS calculations
       FROM compute_queue queue
       LEFT JOIN compute_queue_node bound ON bound.queue_id = queue.id
       LEFT JOIN node ON node.id = bound.node_id
       WHERE $1::uuid IS NULL OR queue.is_open_to_everyone
          OR EXISTS (SELECT 1 FROM compute_queue_user member WHERE member.queue_id = queue.id AND member.user_id = $1)
       GROUP BY queue.id
       ORDER BY queue.queue_name`,
      [userId],
    );
    return rows.map((row) => ({ ...row, state: 1 }));
  }

  /** Only one scheduler at a time looks at a queue. */
  async lockQueue(manager: EntityManager, queueId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'SELECT 1 FROM compute_queue WHERE id = $1 FOR UPDATE',
      [queueId],
    );
    return rows.length > 0;
  }

  listWaiting(manager: EntityManager, queueId: string): Promise<WaitingJob[]> {
    return manager.query<WaitingJob[]>(
      `SELECT id, cpus FROM script_job
       WHERE queue_id = $1 AND status = 'PENDING' AND node_id IS NULL
       ORDER BY id LIMIT $2`,
      [queueId, waitingAtOnce],
    );
  }

  /** Nodes of the queue that take jobs now, with what its jobs hold there. */
  listFreeNodes(manager: EntityManager, queueId: string): Promise<FreeNode[]> {
    return manager.query<FreeNode[]>(
      `SELECT node.id AS "nodeId", bound.cpus AS "grantedCpus", coalesce(sum(job.cpus), 0)::int AS "usedCpus"
       FROM compute_queue_node bound
       JOIN node ON node.id = bound.node_id AND node.is_online AND node.last_seen_at IS NOT NULL AND node.accepts_jobs
       LEFT JOIN script_job job ON job.node_id = node.id AND job.queue_id = bound.queue_id
         AND job.status IN ('PENDING', 'RUNNING')
       WHERE bound.queue_id = $1
       GROUP BY node.id, bound.cpus`,
      [queueId],
    );
  }

  /** Whether any node of the queue takes jobs now. */
  async hasNode(queueId: string): Promise<boolean> {
    return (await this.listFreeNodes(this.dataSource.manager, queueId)).length > 0;
  }

  /** Gives a waiting job its place; the new attempt fences off any earlier one. */
  async reserve(manager: EntityManager, jobId: string, nodeId: string): Promise<void> {
    await manager.query(
      `UPDATE script_job
       SET node_id = $2, node_name = (SELECT name FROM node WHERE id = $2), attempt = attempt + 1,
           reserved_at = now(), is_accepted = false
       WHERE id = $1 AND status = 'PENDING' AND node_id IS NULL`,
      [jobId, nodeId],
    );
  }

  /** Queues with jobs that wait without a place: all, or those that bind this node. */
  async listQueuesWithWaiting(nodeId: string | null = null): Promise<string[]> {
    const rows = await this.dataSource.query<{ queueId: string }[]>(
      `SELECT DISTINCT job.queue_id AS "queueId" FROM script_job job
       WHERE job.status = 'PENDING' AND job.node_id IS NULL AND job.queue_id IS NOT NULL
         AND ($1::uuid IS NULL OR EXISTS (
           SELECT 1 FROM compute_queue_node bound
           WHERE bound.queue_id = job.queue_id AND bound.node_id = $1
         ))`,
      [nodeId],
    );
    return rows.map((row) => row.queueId);
  }

  /** The most CPUs any one node of the queue gives. */
  async mostCpus(queueId: string): Promise<number> {
    const rows = await this.dataSource.query<{ most: number | null }[]>(
      'SELECT max(cpus) AS most FROM compute_queue_node WHERE queue_id = $1',
      [queueId],
    );
    return rows[0]?.most ?? 0;
  }
}
