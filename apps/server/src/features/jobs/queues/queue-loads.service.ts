import type { JobNetwork, QueueLoad } from '@clusterdesk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Timings } from '../../../platform/timings.js';
import type { BackendLoad } from '../backends/compute-backend.js';
import { ComputeBackends } from '../backends/compute-backends.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import type { QueueWithNodes } from './queue.repository.js';
import type { Capacity } from '../scheduling/capacity.js';
import { Plan } from '../scheduling/plan.js';

/** Waits for a place, by the scheduler's definition. */
const waits = `status = 'PENDING' AND reserved_at IS NULL AND held_reason IS NULL`;

type LoadedQueue = Pick<QueueWithNodes, 'id' | 'queueName' | 'backend' | 'network'>;

/** The state of all queues at one moment. */
interface Snapshot {
  capacities: Capacity[];
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
  async of(queues: readonly LoadedQueue[]): Promise<QueueLoad[]> {
    const snapshot = await this.latest();
    return Promise.all(
      queues.map(async (queue) => ({
        queueName: queue.queueName,
        waitingJobs: snapshot.waitingJobs.get(queue.id) ?? 0,
        ...(await this.cpusOf(queue, snapshot)),
      })),
    );
  }

  private async cpusOf(
    { id, backend: name, network }: LoadedQueue,
    { plans, capacities }: Snapshot,
  ): Promise<BackendLoad> {
    const backend = this.backends.get(name);
    if (backend.placement === 'delegated') {
      const none = { usedCpus: 0, totalCpus: 0, freeCpus: 0, mostFreeCpus: 0 };
      return (await backend.loadOf(id)) ?? none;
    }
    const free = plans.flatMap((plan) => plan.freeCpusOf(id, network));
    return {
      usedCpus: sum(capacities.map((capacity) => usedCpus(capacity, id))),
      totalCpus: sum(capacities.map((capacity) => totalCpus(capacity, id, network))),
      freeCpus: sum(free),
      mostFreeCpus: Math.max(0, ...free),
    };
  }

  /** How many jobs of its queue wait longer than this one; null when it does not wait for a place. */
  async jobsAhead({
    id,
    queueId,
    status,
    placedAt,
    heldReason,
  }: Pick<ScriptJobEntity, 'id' | 'queueId' | 'status' | 'placedAt' | 'heldReason'>): Promise<
    number | null
  > {
    if (status !== 'PENDING' || placedAt !== null || heldReason !== null || queueId === null) {
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
      capacities,
      plans: capacities.map((capacity) => new Plan(capacity)),
      waitingJobs: new Map(rows.map(({ queueId, waitingJobs }) => [queueId, waitingJobs])),
    };
  }
}

/** What the jobs of a queue hold, on nodes that take no jobs now too. */
const usedCpus = ({ held }: Capacity, queueId: string): number =>
  sum(held.filter((one) => one.queueId === queueId).map(({ cpus }) => cpus));

/** What a queue may use of the nodes whose free CPUs count for it. */
const totalCpus = ({ nodes, grants }: Capacity, queueId: string, network: JobNetwork): number =>
  sum(
    grants
      .filter((grant) => grant.queueId === queueId)
      .map(({ nodeId, cpus }) => {
        const node = nodes.find((one) => one.nodeId === nodeId);
        const isCounted = node && !node.isOnProbation && node.networks.includes(network);
        return isCounted ? Math.min(cpus, node.cpus) : 0;
      }),
  );

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
