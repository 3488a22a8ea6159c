import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../platform/database/advisory-locks.js';
import type { ScriptVariables } from '@clusterdesk/contracts';
import { ScriptJobEntity } from './script-job.entity.js';

/** Writes in the transaction of a decision about a job. */
export type WithDecision = (manager: EntityManager) => Promise<void>;

/** Queries over script jobs. */
@Injectable()
export class JobRepository {
  /** Whether any job is open, as SQL. */
  readonly openCondition = `EXISTS (SELECT FROM script_job WHERE status IN ('PENDING', 'RUNNING'))`;

  constructor(private readonly dataSource: DataSource) {}

  find(jobId: string): Promise<ScriptJobEntity | null> {
    return isJobId(jobId)
      ? this.dataSource.getRepository(ScriptJobEntity).findOneBy({ id: jobId })
      : Promise.resolve(null);
  }

  findAll(jobIds: readonly string[]): Promise<ScriptJobEntity[]> {
    return this.dataSource.getRepository(ScriptJobEntity).findBy({ id: In(jobIds) });
  }

  /** Script and variables: those of an element are its array's. */
  async readContent({ id, arrayId }: Pick<ScriptJobEntity, 'id' | 'arrayId'>): Promise<{
    script: string;
    variables: ScriptVariables;
  }> {
    const [content] = await this.dataSource.query<{ script: string; variables: ScriptVariables }[]>(
      'SELECT script, variables FROM script_job WHERE id = $1',
      [arrayId ?? id],
    );
    return content ?? { script: '', variables: {} };
  }

  async isArray(jobId: string): Promise<boolean> {
    const job = await this.find(jobId);
    return job !== null && job.arrayText !== null;
  }

  /**
   * Part of a transaction: stores a job unless `maxWaiting` of the user's jobs wait already. Submissions of one user go one after the other, so that many
   * at once do not exceed the limit together.
   * @param lockQueue keeps its queue as it is until the job is there, or throws
   * @param relate stores what belongs to it: the elements of an array, the jobs it waits for
   * @returns null at the limit.
   */
  async create(
    manager: EntityManager,
    job: Partial<ScriptJobEntity> & { userId: string },
    maxWaiting: number,
    lockQueue: WithDecision,
    relate: (manager: EntityManager, created: ScriptJobEntity) => Promise<void>,
  ): Promise<ScriptJobEntity | null> {
    await lockInTransaction(manager, 'jobsOfUser', job.userId);
    const waiting = await manager.countBy(ScriptJobEntity, {
      userId: job.userId,
      status: 'PENDING',
      arrayId: IsNull(),
    });
    if (waiting >= maxWaiting) {
      return null;
    }
    await lockQueue(manager);
    const { identifiers } = await manager.insert(ScriptJobEntity, job);
    const id: unknown = identifiers[0]?.['id'];
    const created = await manager.findOneByOrFail(ScriptJobEntity, { id: String(id) });
    await relate(manager, created);
    return created;
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

  /** How many jobs of a user wait, and how many run. */
  async countOpen(userId: string): Promise<{ waiting: number; running: number }> {
    const [count] = await this.dataSource.query<{ waiting: number; running: number }[]>(
      `SELECT count(*) FILTER (WHERE status = 'PENDING')::int AS waiting,
         count(*) FILTER (WHERE status = 'RUNNING')::int AS running
       FROM script_job WHERE user_id = $1 AND status IN ('PENDING', 'RUNNING') AND array_id IS NULL`,
      [userId],
    );
    return count ?? { waiting: 0, running: 0 };
  }

  /** Ids of all open jobs, elements before their arrays. */
  async listOpen(manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT id FROM script_job WHERE status IN ('PENDING', 'RUNNING') ORDER BY array_text IS NOT NULL, id`,
    );
    return rows.map((row) => row.id);
  }

  /** Ids of a user's open jobs that are not being stopped yet. */
  async listOpenOf(userId: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM script_job
       WHERE user_id = $1 AND status IN ('PENDING', 'RUNNING') AND stop_reason IS NULL AND array_id IS NULL
       ORDER BY id DESC`,
      [userId],
    );
    return rows.map((row) => row.id);
  }

  /** Users with open jobs. */
  async listOpenOwners(): Promise<string[]> {
    const rows = await this.dataSource.query<{ userId: string }[]>(
      `SELECT DISTINCT user_id AS "userId" FROM script_job
       WHERE status IN ('PENDING', 'RUNNING') AND user_id IS NOT NULL`,
    );
    return rows.map((row) => row.userId);
  }

  /** Whether any job of a backend waits for a place. */
  async hasWaiting(backend: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT 1 FROM script_job WHERE backend = $1 AND status = 'PENDING' AND reserved_at IS NULL AND held_reason IS NULL
       LIMIT 1`,
      [backend],
    );
    return rows.length > 0;
  }

  /** What reconciling looks at, from all backends: open jobs that have their place, and those that wait in deleted queues. */
  listToReconcile(): Promise<ScriptJobEntity[]> {
    const status = In(['PENDING', 'RUNNING']);
    return this.dataSource.getRepository(ScriptJobEntity).findBy([
      { status, placedAt: Not(IsNull()) },
      { status, queueId: IsNull() },
    ]);
  }

  /** Lets waiting jobs be given again to a node that refused them. */
  async includeNode(manager: EntityManager, nodeId: string): Promise<void> {
    await manager.query(
      `UPDATE script_job SET excluded_nodes = array_remove(excluded_nodes, $1)
       WHERE status = 'PENDING' AND $1 = ANY(excluded_nodes)`,
      [nodeId],
    );
  }
}

/** Ids from the wire that cannot be a job's are simply not found. */
export function isJobId(jobId: string): boolean {
  return /^\d{1,18}$/.test(jobId);
}
