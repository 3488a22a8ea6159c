import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Capacity, WaitingJob } from '../scheduling/capacity.js';
import { bytesOfMb, longestMinutes, projectUse } from '../scheduling/plan.repository.js';
import type { ForecastJob, PastRuns, RunningJob } from './forecast.js';

/** A forecast looks at so many waiting jobs of a queue; of one behind them it says nothing. */
export const forecastDepth = 200;
/** How many of the last runs tell how long a job takes, and how many forecasts how good they are. */
const lastRuns = 20;
/** The median of fewer says nothing. */
const leastForecasts = 5;

/** Runs that went as far as their script does. */
const hasRun = `started_at IS NOT NULL AND status IN ('COMPLETED', 'FAILED', 'TIMEOUT')`;
const tookMs = `(EXTRACT(EPOCH FROM ended_at - started_at) * 1000)::float8`;
const limitMs = `60000.0::float8 * coalesce(max_minutes, ${longestMinutes})`;
const jobColumns = `id, queue_id AS "queueId", user_id AS "userId", job_name AS "jobName", cpus,
  memory_mb * ${bytesOfMb} AS "memoryBytes", ${limitMs} AS "limitMs", excluded_nodes AS "excludedNodes", network,
  ${projectUse()}`;

type Named<Job> = Omit<Job, 'past'> & { jobName: string };

/** Queries about how long jobs took, and how good what was said about their starts. */
@Injectable()
export class RunHistoryRepository {
  /** The oldest waiting jobs of each of these queues, oldest first. */
  listFirst(
    manager: EntityManager,
    queueIds: readonly string[],
  ): Promise<(WaitingJob & { jobName: string })[]> {
    return manager.query(
      `SELECT job.* FROM unnest($1::uuid[]) AS queue (id) CROSS JOIN LATERAL (
         SELECT ${jobColumns} FROM script_job
         WHERE queue_id = queue.id AND status = 'PENDING' AND reserved_at IS NULL AND held_reason IS NULL
         ORDER BY script_job.id LIMIT ${forecastDepth}
       ) AS job ORDER BY job.id`,
      [queueIds],
    );
  }

  /** What holds the nodes of a plan. */
  listRunning(manager: EntityManager, { nodes }: Capacity): Promise<Named<RunningJob>[]> {
    return manager.query(
      `SELECT ${jobColumns}, node_id AS "nodeId",
              (EXTRACT(EPOCH FROM now() - coalesce(started_at, now())) * 1000)::float8 AS "ranMs"
       FROM script_job
       WHERE status IN ('PENDING', 'RUNNING') AND node_id = ANY($1::uuid[]) AND cpus_freed_at IS NULL`,
      [nodes.map(({ nodeId }) => nodeId)],
    );
  }

  /** Adds to jobs how long those like them took. */
  async withPast<Job extends Named<ForecastJob | RunningJob>>(
    manager: EntityManager,
    jobs: readonly Job[],
  ): Promise<(Job & { past: PastRuns })[]> {
    const kinds = new Map(jobs.map((job) => [keyOf(job), job]));
    const [alike, ofQueues] = await Promise.all([
      manager.query<{ userId: string; jobName: string; runs: number[] }[]>(
        `SELECT kind.user_id AS "userId", kind.job_name AS "jobName", array_agg(run.took) AS runs
         FROM unnest($1::uuid[], $2::text[]) AS kind (user_id, job_name) CROSS JOIN LATERAL (
           SELECT ${tookMs} AS took FROM script_job
           WHERE script_job.user_id = kind.user_id AND script_job.job_name = kind.job_name AND ${hasRun}
           ORDER BY script_job.id DESC LIMIT ${lastRuns}
         ) AS run GROUP BY kind.user_id, kind.job_name`,
        [
          [...kinds.values()].map((one) => one.userId),
          [...kinds.values()].map((one) => one.jobName),
        ],
      ),
      manager.query<{ queueId: string; parts: number[] }[]>(
        `SELECT queue.id AS "queueId", array_agg(run.part) AS parts
         FROM unnest($1::uuid[]) AS queue (id) CROSS JOIN LATERAL (
           SELECT ${tookMs} / (${limitMs}) AS part FROM script_job
           WHERE queue_id = queue.id AND ${hasRun} ORDER BY script_job.id DESC LIMIT ${lastRuns}
         ) AS run GROUP BY queue.id`,
        [[...new Set(jobs.flatMap(({ queueId }) => queueId ?? []))]],
      ),
    ]);
    const runs = new Map(alike.map((row) => [keyOf(row), row.runs]));
    const parts = new Map(ofQueues.map((row) => [row.queueId, row.parts]));
    return jobs.map((job) => ({
      ...job,
      past: { alike: runs.get(keyOf(job)) ?? [], ofQueue: parts.get(job.queueId ?? '') ?? [] },
    }));
  }

  /** Keeps what a person is told first about the start of a job, while it waits for its place. */
  async noteForecast(manager: EntityManager, jobId: string, start: Date): Promise<void> {
    await manager.query(
      `UPDATE script_job SET forecast_at = now(), forecast_start_at = $2
       WHERE id = $1 AND status = 'PENDING' AND reserved_at IS NULL AND forecast_at IS NULL`,
      [jobId, start],
    );
  }

  /** By how many minutes the last forecasts of a queue were wrong, the median; null: too few are known. */
  async findMiss(manager: EntityManager, queueId: string): Promise<number | null> {
    const [row] = await manager.query<{ known: number; miss: number | null }[]>(
      `SELECT count(*)::int AS known, percentile_cont(0.5) WITHIN GROUP (ORDER BY miss)::float8 AS miss
       FROM (
         SELECT abs(EXTRACT(EPOCH FROM started_at - forecast_start_at)) / 60 AS miss FROM script_job
         WHERE queue_id = $1 AND forecast_at IS NOT NULL AND started_at IS NOT NULL
         ORDER BY started_at DESC LIMIT ${lastRuns}
       ) AS last`,
      [queueId],
    );
    return row && row.known >= leastForecasts ? row.miss : null;
  }
}

const keyOf = ({ userId, jobName }: { userId: string | null; jobName: string }): string =>
  `${userId ?? ''} ${jobName}`;
