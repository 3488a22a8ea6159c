import { Injectable } from '@nestjs/common';
import type { JobNetwork, QueueLoad } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { ComputeBackends } from '../backends/compute-backends.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import type { QueueWithNodes } from './queue.repository.js';
import { freeCpus, type Capacity } from './schedule.js';

/** Waits for a place, as the scheduler means it. */
const waits = `status = 'PENDING' AND node_id IS NULL`;

/** How busy queues are: counts of this moment, no forecast (decision: waiting is counted, not guessed). */
@Injectable()
export class QueueLoads {
  constructor(
    private readonly dataSource: DataSource,
    private readonly backends: ComputeBackends,
  ) {}

  /** In the order of the queues. */
  async of(
    queues: readonly Pick<QueueWithNodes, 'id' | 'queueName' | 'network'>[],
  ): Promise<QueueLoad[]> {
    const [capacities, rows] = await Promise.all([
      Promise.all(this.backends.all.map((one) => one.capacity(this.dataSource.manager))),
      this.dataSource.query<{ queueId: string; waitingJobs: number }[]>(
        `SELECT queue_id AS "queueId", count(*)::int AS "waitingJobs" FROM script_job
         WHERE ${waits} AND queue_id = ANY($1::uuid[]) GROUP BY queue_id`,
        [queues.map(({ id }) => id)],
      ),
    ]);
    const waiting = new Map(rows.map(({ queueId, waitingJobs }) => [queueId, waitingJobs]));
    return queues.map(({ id, queueName, network }) => {
      const free = capacities.flatMap((capacity) => freeOn(capacity, id, network));
      return {
        queueName,
        waitingJobs: waiting.get(id) ?? 0,
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
    nodeId,
  }: Pick<ScriptJobEntity, 'id' | 'queueId' | 'status' | 'nodeId'>): Promise<number | null> {
    if (status !== 'PENDING' || nodeId !== null || queueId === null) {
      return null;
    }
    const [row] = await this.dataSource.query<{ ahead: number }[]>(
      `SELECT count(*)::int AS ahead FROM script_job WHERE ${waits} AND queue_id = $1 AND id < $2`,
      [queueId, id],
    );
    return row?.ahead ?? 0;
  }
}

/** The free CPUs of a queue on each of its nodes that can give its jobs their network; one on probation takes no more than a probe. */
function freeOn({ nodes, grants }: Capacity, queueId: string, network: JobNetwork): number[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  return grants.flatMap((grant) => {
    const node = grant.queueId === queueId ? byId.get(grant.nodeId) : undefined;
    return node?.networks.includes(network) && !node.isOnProbation
      ? Math.max(0, freeCpus({ node, grant }))
      : [];
  });
}
