import { Injectable } from '@nestjs/common';
import type { JobStatus } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { HeldReason } from '../life/job-reasons.js';
import { ScriptJobEntity } from '../script-job.entity.js';

/** A job that another one waits for. */
export interface AwaitedJob {
  jobId: string;
  scriptName: string;
  status: JobStatus;
}

const isOpen = `status IN ('PENDING', 'RUNNING')`;
/** Its command has reached nobody, so that it ends at once. */
const isUnsent = `status = 'PENDING' AND sent_at IS NULL AND NOT is_accepted`;

/** Queries over job arrays and over jobs that wait for others. */
@Injectable()
export class JobChainRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores the elements of an array that is there. The first `atOnce` of them have their turn. */
  async addElements(
    manager: EntityManager,
    array: ScriptJobEntity,
    indices: readonly number[],
  ): Promise<void> {
    await manager.query(
      `INSERT INTO script_job (array_id, array_index, held_reason, queue_id, queue_name, backend, user_id, user_name, job_name,
         script, space, space_id, work_dir, inputs, is_sealed, cpus, memory_mb, max_minutes, network, requeue)
       SELECT id, element.index, CASE WHEN element.place > array_at_once THEN 'WAITS_FOR_TURN' END, queue_id, queue_name, backend,
         user_id, user_name, job_name, '', space, space_id, work_dir, inputs, is_sealed, cpus, memory_mb, max_minutes, network, requeue
       FROM script_job, unnest($2::int[]) WITH ORDINALITY AS element (index, place)
       WHERE id = $1 ORDER BY element.place`,
      [array.id, indices],
    );
  }

  /** Why the waiting elements of an array without a place are in no plan; `turns`: only those beyond its limit are not. */
  async holdElements(
    manager: EntityManager,
    { id, arrayAtOnce }: ScriptJobEntity,
    reason: HeldReason | 'turns',
  ): Promise<void> {
    await manager.query(
      `WITH waiting AS (
         SELECT id, row_number() OVER (ORDER BY id) AS place FROM script_job
         WHERE array_id = $1 AND status = 'PENDING' AND reserved_at IS NULL AND stop_reason IS NULL
       ), placed AS (
         SELECT count(*) AS count FROM script_job WHERE array_id = $1 AND ${isOpen} AND reserved_at IS NOT NULL
       )
       UPDATE script_job AS job
       SET held_reason = CASE WHEN $2 <> 'turns' THEN $2 WHEN waiting.place + placed.count > $3::int THEN 'WAITS_FOR_TURN' END
       FROM waiting, placed WHERE job.id = waiting.id`,
      [id, reason, arrayAtOnce],
    );
  }

  /** Lets the next elements of an array wait for a place, as far as its limit leaves room. @param reason why they are held otherwise */
  async giveTurns(
    manager: EntityManager,
    { id, arrayAtOnce }: ScriptJobEntity,
    reason: HeldReason | null,
  ): Promise<void> {
    if (arrayAtOnce === null) {
      return;
    }
    await manager.query(
      `UPDATE script_job SET held_reason = $3 WHERE id IN (
         SELECT id FROM script_job WHERE array_id = $1 AND ${isOpen} AND held_reason = 'WAITS_FOR_TURN' ORDER BY id
         LIMIT greatest(0, $2::int - (
           SELECT count(*)::int FROM script_job
           WHERE array_id = $1 AND ${isOpen} AND held_reason IS DISTINCT FROM 'WAITS_FOR_TURN')))`,
      [id, arrayAtOnce, reason],
    );
  }

  /**
   * Ends the elements of an array that have not been sent anywhere, and notes that the others are to be stopped.
   * @returns how many ended
   */
  async endElements(manager: EntityManager, arrayId: string, reason: string): Promise<number> {
    const [ended] = await manager.query<[unknown[], number]>(
      `UPDATE script_job
       SET status = 'CANCELLED', ended_at = now(), held_reason = NULL, stop_reason = coalesce(stop_reason, $2),
           reason = CASE WHEN coalesce(stop_reason, $2) = 'stopped' THEN '' ELSE coalesce(stop_reason, $2) END
       WHERE id IN (SELECT id FROM script_job WHERE array_id = $1 AND ${isUnsent} ORDER BY id FOR UPDATE)
       RETURNING id`,
      [arrayId, reason],
    );
    await manager.query(
      `UPDATE script_job SET stop_reason = coalesce(stop_reason, $2) WHERE array_id = $1 AND ${isOpen}`,
      [arrayId, reason],
    );
    return ended.length;
  }

  /** Elements that run, or are on their way to a node, and are to be stopped. */
  listStopping(arrayId: string): Promise<ScriptJobEntity[]> {
    return this.dataSource
      .getRepository(ScriptJobEntity)
      .createQueryBuilder('job')
      .where(`array_id = :arrayId AND ${isOpen} AND stop_reason IS NOT NULL`, { arrayId })
      .getMany();
  }

  /** A page of the elements of an array, by index. */
  findElements(
    arrayId: string,
    statuses: readonly JobStatus[],
    page: { offset: number; size: number },
  ): Promise<[ScriptJobEntity[], number]> {
    const query = this.dataSource
      .getRepository(ScriptJobEntity)
      .createQueryBuilder('job')
      .where('job.arrayId = :arrayId', { arrayId })
      .orderBy('job.arrayIndex')
      .offset(page.offset)
      .limit(page.size);
    if (statuses.length > 0) {
      query.andWhere('job.status IN (:...statuses)', { statuses });
    }
    return query.getManyAndCount();
  }

  /** Notes that a job waits for others. */
  async addDependencies(
    manager: EntityManager,
    jobId: string,
    afterIds: readonly string[],
  ): Promise<void> {
    await manager.query(
      'INSERT INTO script_job_dependency (job_id, after_id) SELECT $1, unnest($2::bigint[])',
      [jobId, afterIds],
    );
  }

  /** Keeps jobs of a user as they are until the end of the transaction: no end is missed by who begins to wait for them. */
  lockAwaited(
    manager: EntityManager,
    userId: string,
    afterIds: readonly string[],
  ): Promise<{ id: string; status: JobStatus }[]> {
    return manager.query(
      `SELECT id, status FROM script_job WHERE id = ANY($1::bigint[]) AND user_id = $2 AND array_id IS NULL
       ORDER BY id FOR SHARE`,
      [afterIds, userId],
    );
  }

  /** Whether one of the jobs that it waits for has not succeeded. */
  async hasUnmet(manager: EntityManager, jobId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT 1 FROM script_job_dependency JOIN script_job AS awaited ON awaited.id = after_id
       WHERE job_id = $1 AND awaited.status <> 'COMPLETED' LIMIT 1`,
      [jobId],
    );
    return rows.length > 0;
  }

  /** The jobs that wait for this one, oldest first. */
  async listDependents(manager: EntityManager, jobId: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      'SELECT job_id AS id FROM script_job_dependency WHERE after_id = $1 ORDER BY job_id',
      [jobId],
    );
    return rows.map(({ id }) => id);
  }

  /** The jobs that this one waits for, or waited for. */
  listAwaited(jobId: string): Promise<AwaitedJob[]> {
    return this.dataSource.query<AwaitedJob[]>(
      `SELECT id AS "jobId", job_name AS "scriptName", status FROM script_job_dependency
       JOIN script_job ON id = after_id WHERE job_id = $1 ORDER BY id`,
      [jobId],
    );
  }
}
