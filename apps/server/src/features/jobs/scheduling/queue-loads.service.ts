import type { QueueLoad } from '@clusterdesk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Timings } from '../../../platform/timings.js';
import { ComputeBackends } from '../backends/compute-backends.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import type { QueueWithNodes } from './queue.repository.js';
import { Plan } from './plan.js';

/** Waits for a place, by the scheduler's definition. */
const waits = `status = 'PENDING' AND reserved_at IS NULL`;

/** The state of all queues at one moment. */
interface Snapshot {
  plans: Plan[];
  waitingJobs: ReadonlyMap<string, number>;
}

/** How busy queues are: counts of this moment, no forecast (decision: why a job waits). */
@Injectable()
export class QueueLoads {
  private snapshot: Promise<Snapshot> | undefined;
  private readAt = -Infinity;

  constructor(
    private readonly dataSource: DataSource,
    private readonly backends: ComputeBackends,
    private readonly timings: Timings,
  ) {}

  /** In the order of `queues`. */
  async of(
    queues: readonly Pick<QueueWithNodes, 'id' | 'queueName' | 'network'>[],
  ): Promise<QueueLoad[]> {
    const { plans, waitingJobs } = await this.latest();
    return queues.map(({ id, queueName, network }) => {
      const free = plans.flatMap((plan) => plan.freeCpusOf(id, network));
      return {
        queueName,
        waitingJobs: waitingJobs.get(id) ?? 0,
        freeCpus: free.reduce((sum, cpus) => sum + cpus, 0),
        mostFreeCpus: Math.max(0, ...free),
      };
    });
  }

  /** How many jobs of its queue wait longer than this one; null when it does not wait for a place. */
  async jobsAhead({
    id,
    queueId,
    status,
    placedAt,
  }: Pick<ScriptJobEntity, 'id' | 'queueId' | 'status' | 'placedAt'>): Promise<number | null> {
    if (status !== 'PENDING' || placedAt !== null || queueId === null) {
      return null;
    }
    const [row] = await this.dataSource.query<{ ahead: number }[]>(
      `SELECT count(*)::int AS ahead FROM script_job WHERE ${waits} AND queue_id = $1 AND id < $2`,
      [queueId, id],
    );
    return row?.ahead ?? 0;
  }

  /** All jobs are counted once for all calls within a moment. */
  private latest(): Promise<Snapshot> {
    const now = performance.now();
    if (!this.snapshot || now - this.readAt >= this.timings.jobs.loadsMs) {
      this.readAt = now;
      this.snapshot = this.read();
    }
    return this.snapshot;
  }

  private async read(): Promise<Snapshot> {
    const planned = this.backends.all.flatMap((one) => (one.placement === 'planned' ? [one] : []));
    const [capacities, rows] = await Promise.all([
      Promise.all(planned.map((one) => one.capacity(this.dataSource.manager))),
      this.dataSource.query<{ queueId: string; waitingJobs: number }[]>(
        `SELECT queue_id AS "queueId", count(*)::int AS "waitingJobs" FROM script_job
         WHERE ${waits} AND queue_id IS NOT NULL GROUP BY queue_id`,
      ),
    ]);
    return {
      plans: capacities.map((capacity) => new Plan(capacity)),
      waitingJobs: new Map(rows.map(({ queueId, waitingJobs }) => [queueId, waitingJobs])),
    };
  }
}
