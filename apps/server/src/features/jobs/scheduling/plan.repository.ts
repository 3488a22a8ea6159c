import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import type { HeldCpus, OwnedJob } from './fair-order.js';
import type { PlannedStart } from './schedule.js';

/** Queries of one planning pass, in its transaction. */
@Injectable()
export class PlanRepository {
  /** Only one scheduler at a time plans for a backend: its queues share nodes. Held until the transaction ends. */
  async lock(manager: EntityManager, backend: string): Promise<void> {
    await lockInTransaction(manager, 'plan', backend);
  }

  /**
   * The waiting jobs that a plan may need, oldest first. Of jobs that are alike (queue, user, CPUs, excluded nodes, network) no
   * more can start than fit into the free CPUs, and the next one stands for all behind it; so no number of large jobs hides a small one.
   */
  listWaiting(manager: EntityManager, backend: string, freeCpus: number): Promise<OwnedJob[]> {
    return manager.query<OwnedJob[]>(
      `SELECT id, "queueId", "userId", cpus, "excludedNodes", network FROM (
         SELECT id, queue_id AS "queueId", user_id AS "userId", cpus, excluded_nodes AS "excludedNodes", network,
                row_number() OVER (PARTITION BY queue_id, user_id, cpus, excluded_nodes, network ORDER BY id) AS place
         FROM script_job
         WHERE backend = $1 AND status = 'PENDING' AND node_id IS NULL AND queue_id IS NOT NULL
           AND (not_before IS NULL OR not_before <= now())
       ) AS waiting
       WHERE (place - 1) * cpus <= $2
       ORDER BY id`,
      [backend, freeCpus],
    );
  }

  /** What users hold of the queues of a backend. */
  listHeld(manager: EntityManager, backend: string): Promise<HeldCpus[]> {
    return manager.query<HeldCpus[]>(
      `SELECT queue_id AS "queueId", user_id AS "userId", sum(cpus)::int AS cpus FROM script_job
       WHERE backend = $1 AND status IN ('PENDING', 'RUNNING') AND node_id IS NOT NULL AND queue_id IS NOT NULL
         AND cpus_freed_at IS NULL
       GROUP BY queue_id, user_id`,
      [backend],
    );
  }

  /** Gives waiting jobs their places; the new attempt fences off any earlier one. @returns those that still waited. */
  async reserve(manager: EntityManager, starts: readonly PlannedStart[]): Promise<PlannedStart[]> {
    const [rows] = await manager.query<[PlannedStart[], number]>(
      `UPDATE script_job AS job
       SET node_id = node.id, node_name = node.name, attempt = attempt + 1, reserved_at = now(),
           sent_at = NULL, is_accepted = false, not_before = NULL
       FROM unnest($1::bigint[], $2::uuid[]) AS start (job_id, node_id)
       JOIN node ON node.id = start.node_id
       WHERE job.id = start.job_id AND job.status = 'PENDING' AND job.node_id IS NULL
       RETURNING job.id AS "jobId", job.node_id AS "nodeId"`,
      [starts.map(({ jobId }) => jobId), starts.map(({ nodeId }) => nodeId)],
    );
    return rows;
  }
}
