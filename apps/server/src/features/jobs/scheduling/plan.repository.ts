import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WaitingJob } from './capacity.js';
import type { PlannedStart } from './schedule.js';

/** Stands for the owner in jobs that have none. */
const noUser = '00000000-0000-0000-0000-000000000000';

/** SQL: a job's `project`, as a plan knows it. */
export const projectUse = (spaceId = 'space_id', isSealed = 'is_sealed'): string =>
  `CASE WHEN ${spaceId} IS NOT NULL THEN jsonb_build_object('id', ${spaceId}, 'isSealed', ${isSealed}) END AS project`;
/** Stands for the time limit in jobs that have none: a month, a queue's longest by default. */
export const longestMinutes = 43_200;

/** Bytes of a MiB, as a number that SQL multiplies without overflow and that arrives as one. */
export const bytesOfMb = '1048576.0::float8';

/** How many waiting jobs one plan looks at, at most; the next plan looks at those behind them. */
export const planDepth = 1_000;

const waitsForPlan = `backend = $1 AND status = 'PENDING' AND reserved_at IS NULL AND held_reason IS NULL AND queue_id IS NOT NULL`;

/** What makes jobs alike, as in the index `script_job_waiting_index`. */
const kindKey = `queue_id, coalesce(user_id, '${noUser}'), cpus, coalesce(memory_mb, 0), coalesce(max_minutes, ${longestMinutes}), network, coalesce(space_id, '${noUser}'), is_sealed, excluded_nodes`;
const kindColumns = `queue_id, coalesce(user_id, '${noUser}') AS owner, cpus, coalesce(memory_mb, 0) AS memory_mb,
  coalesce(max_minutes, ${longestMinutes}) AS minutes, network, coalesce(space_id, '${noUser}') AS project, is_sealed AS sealed, excluded_nodes AS excluded`;
const kindOf =
  '(kind.queue_id, kind.owner, kind.cpus, kind.memory_mb, kind.minutes, kind.network, kind.project, kind.sealed, kind.excluded)';
const isDue = '(not_before IS NULL OR not_before <= now())';
const planColumns = `id, queue_id AS "queueId", user_id AS "userId", cpus, nullif(memory_mb, 0) * ${bytesOfMb} AS "memoryBytes",
  minutes * 60000.0::float8 AS "limitMs", excluded AS "excludedNodes", network,
  ${projectUse(`nullif(project, '${noUser}')`, 'sealed')}`;

/** All kinds, each found by one index look-up. */
const kinds = `kind AS (
  (SELECT ${kindColumns} FROM script_job WHERE ${waitsForPlan} ORDER BY ${kindKey} LIMIT 1)
  UNION ALL
  SELECT next.* FROM kind CROSS JOIN LATERAL (
    SELECT ${kindColumns} FROM script_job WHERE ${waitsForPlan} AND (${kindKey}) > ${kindOf} ORDER BY ${kindKey} LIMIT 1
  ) AS next
)`;

/** The first jobs of each kind, kind by kind: no more are read than are returned, however many wait. */
export const firstByKind = `
  WITH RECURSIVE ${kinds}
  SELECT ${planColumns} FROM kind CROSS JOIN LATERAL (
    SELECT id, user_id FROM script_job WHERE ${waitsForPlan} AND ${isDue} AND (${kindKey}) = ${kindOf}
    ORDER BY id LIMIT $2::int / kind.cpus + 1
  ) AS job
  ORDER BY id LIMIT ${planDepth}`;

/** The same jobs, of all that wait: less work than a look-up for each kind where hardly any two are alike. */
export const firstOfAll = `
  SELECT ${planColumns} FROM (
    SELECT id, user_id, ${kindColumns}, row_number() OVER (PARTITION BY ${kindKey} ORDER BY id) AS place
    FROM script_job WHERE ${waitsForPlan} AND ${isDue}
  ) AS job
  WHERE place <= $2::int / cpus + 1
  ORDER BY id LIMIT ${planDepth}`;

/** With so many kinds, and no more jobs than that, all that wait are read. */
const [manyKinds, fewJobs] = [500, 20_000];
const isMixed = `
  WITH RECURSIVE ${kinds}
  SELECT (SELECT count(*) FROM (SELECT FROM kind LIMIT ${manyKinds}) AS seen) = ${manyKinds}
     AND (SELECT count(*) FROM (SELECT FROM script_job WHERE ${waitsForPlan} LIMIT ${fewJobs + 1}) AS seen) <= ${fewJobs} AS "isMixed"`;

/** Queries of one planning pass, in its transaction. */
@Injectable()
export class PlanRepository {
  /**
   * The waiting jobs that a plan may need, oldest first. Of jobs that are alike (queue, user, CPUs, memory, time limit, network, project, sealed or not, excluded
   * nodes) no more can start than fit into the free CPUs, and the next one stands for all behind it; so no number of large jobs
   * hides a small one.
   */
  async listWaiting(
    manager: EntityManager,
    backend: string,
    freeCpus: number,
  ): Promise<WaitingJob[]> {
    const [row] = await manager.query<{ isMixed: boolean }[]>(isMixed, [backend]);
    return manager.query(row?.isMixed ? firstOfAll : firstByKind, [backend, freeCpus]);
  }

  /** Gives all waiting jobs to a backend that plans for itself, oldest first. @returns those that were still waiting. */
  async delegate(manager: EntityManager, backend: string): Promise<{ jobId: string }[]> {
    const [rows] = await manager.query<[{ jobId: string }[], number]>(
      `UPDATE script_job
       SET attempt = attempt + 1, reserved_at = now(), sent_at = NULL, is_accepted = false, not_before = NULL
       WHERE id IN (
         SELECT id FROM script_job
         WHERE ${waitsForPlan} AND (not_before IS NULL OR not_before <= now()) ORDER BY id LIMIT ${planDepth}
       ) AND reserved_at IS NULL AND held_reason IS NULL
       RETURNING id AS "jobId"`,
      [backend],
    );
    return rows.sort((a, b) => Number(a.jobId) - Number(b.jobId));
  }

  /** Gives waiting jobs their places; the new attempt fences off any earlier one. @returns those that were still waiting, in their order. */
  async reserve(manager: EntityManager, starts: readonly PlannedStart[]): Promise<PlannedStart[]> {
    const [rows] = await manager.query<[{ jobId: string }[], number]>(
      `UPDATE script_job AS job
       SET node_id = node.id, node_name = node.name, attempt = attempt + 1, reserved_at = now(),
           sent_at = NULL, is_accepted = false, not_before = NULL
       FROM unnest($1::bigint[], $2::uuid[]) AS start (job_id, node_id)
       JOIN node ON node.id = start.node_id
       WHERE job.id = start.job_id AND job.status = 'PENDING' AND job.reserved_at IS NULL AND job.held_reason IS NULL
       RETURNING job.id AS "jobId"`,
      [starts.map(({ jobId }) => jobId), starts.map(({ nodeId }) => nodeId)],
    );
    const reserved = new Set(rows.map(({ jobId }) => jobId));
    return starts.filter(({ jobId }) => reserved.has(jobId));
  }
}
