import { memoryOfAllJobs } from '@clusterdesk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { JobRef } from '../../life/job-ref.js';
import { bytesOfMb, longestMinutes, projectUse } from '../../scheduling/plan.repository.js';
import type { Capacity, Grant, Held, NodeCapacity, QueueNode } from '../../scheduling/capacity.js';
import type { ScriptJobEntity } from '../../script-job.entity.js';

/** Name of the backend of our own agents. */
export const agentBackendName = 'agent';

/** What the platform knows about a job, to compare with an agent's hello. */
export interface KnownJob {
  id: string;
  attempt: number;
  isAccepted: boolean;
  outputBytes: string;
}

/** A node as reconciling sees it. */
export interface NodeState {
  isOnline: boolean;
  /** How long it has been silent while a server listened, milliseconds. */
  silentMs: number;
}

/** The memory of a node as its agent tells it; older agents tell only what the host has. */
interface NodeMemory {
  hostMemoryBytes: number | null;
  jobMemoryBytes: number | null;
}

const memoryColumns = `memory_bytes::float8 AS "hostMemoryBytes", job_memory_bytes::float8 AS "jobMemoryBytes",
  job_memory_each_bytes::float8 AS "memoryEachBytes"`;

/** What all jobs of a node may hold together, bytes; null: nothing is known of it. */
function jobMemoryOf({ hostMemoryBytes, jobMemoryBytes }: NodeMemory): number | null {
  return jobMemoryBytes ?? (hostMemoryBytes && memoryOfAllJobs(hostMemoryBytes, null));
}

/** Queries of the backend of our own agents: nodes and the jobs on them. */
@Injectable()
export class AgentJobRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Nodes that take jobs now, what each queue may use of them, and what jobs hold until their time limits. */
  async capacity(manager: EntityManager): Promise<Capacity> {
    const nodes = await manager.query<(NodeCapacity & NodeMemory)[]>(
      `SELECT id AS "nodeId", cpu_count AS cpus, ${memoryColumns}, drained_at IS NOT NULL AS "isOnProbation", networks,
         takes_project_files AS "takesProjectFiles"
       FROM node
       WHERE is_online AND last_seen_at IS NOT NULL AND accepts_jobs AND cpu_count IS NOT NULL
         AND (drained_at IS NULL OR (probe_at <= now() AND NOT EXISTS (
           SELECT FROM script_job WHERE node_id = node.id AND status = 'PENDING')))`,
    );
    const grants = await manager.query<Grant[]>(
      `SELECT bound.queue_id AS "queueId", bound.node_id AS "nodeId", bound.cpus
       FROM compute_queue_node bound
       JOIN compute_queue queue ON queue.id = bound.queue_id AND queue.backend = $1`,
      [agentBackendName],
    );
    // A job that passes its time limit is being stopped: it counts as ending in a moment.
    const held = await manager.query<Held[]>(
      `SELECT node_id AS "nodeId", queue_id AS "queueId", user_id AS "userId", cpus, memory_mb * ${bytesOfMb} AS "memoryBytes", ${projectUse()},
              greatest(1000, 60000.0 * coalesce(max_minutes, ${longestMinutes})
                - EXTRACT(EPOCH FROM now() - coalesce(started_at, now())) * 1000)::float8 AS "endsInMs"
       FROM script_job
       WHERE status IN ('PENDING', 'RUNNING') AND node_id IS NOT NULL AND cpus_freed_at IS NULL`,
    );
    return {
      nodes: nodes.map((node) => ({ ...node, memoryBytes: jobMemoryOf(node) ?? 0 })),
      grants,
      held,
    };
  }

  /** The nodes of a queue by name, whether they take jobs now or not; a node gives no more CPUs than it has. */
  async nodesOf(queueId: string): Promise<QueueNode[]> {
    const rows = await this.dataSource.query<(QueueNode & NodeMemory)[]>(
      `SELECT node.id AS "nodeId", node.name, least(bound.cpus, node.cpu_count) AS cpus, ${memoryColumns},
              node.is_online AND node.last_seen_at IS NOT NULL AND node.accepts_jobs AS "isAvailable",
              node.networks, node.takes_project_files AS "takesProjectFiles", node.drained_reason AS "drainedReason"
       FROM compute_queue_node bound JOIN node ON node.id = bound.node_id
       WHERE bound.queue_id = $1
       ORDER BY node.name`,
      [queueId],
    );
    return rows.map((row) => ({ ...row, memoryBytes: jobMemoryOf(row) }));
  }

  /**
   * Notes that the script of an attempt has ended, so that its CPUs count as free while its output arrives.
   * @returns whether that was new
   */
  async freeCpus({ jobId, attempt, nodeId }: JobRef): Promise<boolean> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE script_job SET cpus_freed_at = now()
       WHERE id = $1 AND attempt = $2 AND node_id = $3 AND backend = $4 AND status = 'RUNNING' AND cpus_freed_at IS NULL
       RETURNING id`,
      [jobId, attempt, nodeId, agentBackendName],
    );
    return rows.length > 0;
  }

  /**
   * Notes that the command of an attempt is about to be emitted. @returns false when the attempt is no longer the current one
   * or waits for nothing: then it must not be emitted.
   */
  async noteSending(job: ScriptJobEntity): Promise<boolean> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE script_job SET sent_at = now()
       WHERE id = $1 AND attempt = $2 AND node_id = $3 AND backend = $4 AND status = 'PENDING' AND NOT is_accepted
         AND stop_reason IS NULL
       RETURNING id`,
      [job.id, job.attempt, job.nodeId, agentBackendName],
    );
    return rows.length > 0;
  }

  /**
   * The open jobs of a node that its agent may have, also those that do not count as sent: a database restored to an earlier
   * moment has lost that note.
   */
  listOnNode(nodeId: string): Promise<KnownJob[]> {
    return this.dataSource.query<KnownJob[]>(
      `SELECT id, attempt, is_accepted AS "isAccepted", output_bytes AS "outputBytes" FROM script_job
       WHERE node_id = $1 AND backend = $2 AND status IN ('PENDING', 'RUNNING')`,
      [nodeId, agentBackendName],
    );
  }

  /** Jobs that were to be stopped on this node and are not known to have ended. */
  listStopping(nodeId: string): Promise<Pick<KnownJob, 'id' | 'attempt'>[]> {
    return this.dataSource.query<Pick<KnownJob, 'id' | 'attempt'>[]>(
      `SELECT id, attempt FROM script_job
       WHERE node_id = $1 AND backend = $2 AND status IN ('PENDING', 'RUNNING')
         AND stop_reason IS NOT NULL AND sent_at IS NOT NULL`,
      [nodeId, agentBackendName],
    );
  }

  /** The states of these nodes; a missing one was deleted. */
  async nodeStates(nodeIds: readonly string[]): Promise<Map<string, NodeState>> {
    const rows = await this.dataSource.query<(NodeState & { id: string })[]>(
      `SELECT id, is_online AS "isOnline",
              coalesce(EXTRACT(EPOCH FROM now() - offline_since) * 1000, 0)::float8 AS "silentMs"
       FROM node WHERE id = ANY($1::uuid[])`,
      [nodeIds],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}
