import { Injectable } from '@nestjs/common';
import type { JobStatus } from '@clusterdesk/contracts';
import { DataSource, ILike, In, type EntityManager } from 'typeorm';
import { ComputeQueueEntity } from './scheduling/compute-queue.entity.js';
import { ScriptJobEntity } from './script-job.entity.js';

/** The longest list that `/job/list` answers with: the newest ones. */
const maxListed = 1_000;

const openStatuses: JobStatus[] = ['PENDING', 'RUNNING'];

/** After this long without a word a node's jobs are given up. */
const goneMs = 10 * 60_000;
/** After this long a job that was not confirmed looks for another node. */
const silentMs = 60_000;

/** Queries over script jobs and their output. */
@Injectable()
export class JobRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(jobId: string): Promise<ScriptJobEntity | null> {
    return isJobId(jobId)
      ? this.dataSource.getRepository(ScriptJobEntity).findOneBy({ id: jobId })
      : Promise.resolve(null);
  }

  async readScript(jobId: string): Promise<string> {
    const rows = await this.dataSource.query<{ script: string }[]>(
      'SELECT script FROM script_job WHERE id = $1',
      [jobId],
    );
    return rows[0]?.script ?? '';
  }

  async create(job: Partial<ScriptJobEntity>): Promise<ScriptJobEntity> {
    const { identifiers } = await this.dataSource.getRepository(ScriptJobEntity).insert(job);
    const id: unknown = identifiers[0]?.id;
    return this.dataSource.getRepository(ScriptJobEntity).findOneByOrFail({ id: String(id) });
  }

  /** Newest first. Without `userId` everyone's. */
  list(filter: {
    userId?: string;
    username?: string;
    jobName?: string;
  }): Promise<ScriptJobEntity[]> {
    return this.dataSource.getRepository(ScriptJobEntity).find({
      where: {
        ...(filter.userId ? { userId: filter.userId } : {}),
        ...(filter.username ? { userName: ILike(contains(filter.username)) } : {}),
        ...(filter.jobName ? { jobName: ILike(contains(filter.jobName)) } : {}),
      },
      order: { id: 'DESC' },
      take: maxListed,
    });
  }

  /** Locks one job for a decision about it. */
  lock(manager: EntityManager, jobId: string): Promise<ScriptJobEntity | null> {
    return isJobId(jobId)
      ? manager.findOne(ScriptJobEntity, {
          where: { id: jobId },
          lock: { mode: 'pessimistic_write' },
        })
      : Promise.resolve(null);
  }

  transaction<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.dataSource.transaction(work);
  }

  /** Output from a byte offset on, at most `maxBytes` unless one stored piece is larger. */
  async readOutput(jobId: string, offset: number, maxBytes: number): Promise<Buffer> {
    const rows = await this.dataSource.query<{ startByte: string; data: Buffer }[]>(
      `SELECT start_byte AS "startByte", data FROM script_job_output
       WHERE job_id = $1 AND start_byte < $2::bigint + $3::bigint
         AND start_byte >= coalesce((
           SELECT max(start_byte) FROM script_job_output WHERE job_id = $1 AND start_byte <= $2
         ), 0)
       ORDER BY start_byte`,
      [jobId, offset, maxBytes],
    );
    const pieces = Buffer.concat(rows.map((row) => row.data));
    const skip = rows[0] ? offset - Number(rows[0].startByte) : 0;
    return pieces.subarray(skip);
  }

  /** Jobs that the node's agent has taken and that have not ended. */
  listAccepted(nodeId: string): Promise<ScriptJobEntity[]> {
    return this.dataSource
      .getRepository(ScriptJobEntity)
      .findBy({ nodeId, isAccepted: true, status: In(openStatuses) });
  }

  /** Reserved jobs that no agent has confirmed, on nodes that are there. */
  listUnsent(): Promise<{ id: string }[]> {
    return this.dataSource.query<{ id: string }[]>(
      `SELECT job.id FROM script_job job JOIN node ON node.id = job.node_id AND node.is_online
       WHERE job.status = 'PENDING' AND NOT job.is_accepted AND job.reserved_at < now() - interval '6 seconds'`,
    );
  }

  /** Jobs somebody wants stopped, on nodes that are there. */
  listToStop(): Promise<{ id: string; nodeId: string; attempt: number }[]> {
    return this.dataSource.query(
      `SELECT job.id, job.node_id AS "nodeId", job.attempt
       FROM script_job job JOIN node ON node.id = job.node_id AND node.is_online
       WHERE job.status IN ('PENDING', 'RUNNING') AND job.is_accepted AND job.stop_reason IS NOT NULL`,
    );
  }

  /** Jobs on nodes that have not been heard from for too long. */
  listOnGoneNodes(): Promise<{ id: string; attempt: number }[]> {
    return this.dataSource.query(
      `SELECT job.id, job.attempt
       FROM script_job job LEFT JOIN node ON node.id = job.node_id
       WHERE job.status IN ('PENDING', 'RUNNING') AND job.is_accepted
         AND (node.id IS NULL OR node.silent_since < now() - $1 * interval '1 millisecond')`,
      [goneMs],
    );
  }

  /** A job whose node fell silent before it confirmed waits again for any place; its attempt is spent. */
  async releaseFromSilentNodes(): Promise<void> {
    await this.dataSource.query(
      `UPDATE script_job SET node_id = NULL, node_name = NULL, reserved_at = NULL
       WHERE status = 'PENDING' AND NOT is_accepted AND node_id IS NOT NULL
         AND reserved_at < now() - $1 * interval '1 millisecond'
         AND node_id NOT IN (SELECT id FROM node WHERE is_online)`,
      [silentMs],
    );
  }

  findQueueByName(queueName: string): Promise<ComputeQueueEntity | null> {
    return this.dataSource.getRepository(ComputeQueueEntity).findOneBy({ queueName });
  }
}

/** Ids from the wire that can't be one of ours are simply not found. */
function isJobId(jobId: string): boolean {
  return /^\d{1,18}$/.test(jobId);
}

/** A substring pattern in which the person's own % and _ mean themselves. */
function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
