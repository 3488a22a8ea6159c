import { Injectable } from '@nestjs/common';
import { limits, type GraphLink, type JobSpace, type JobStatus } from '@clusterdesk/contracts';
import { DataSource, In, type EntityManager } from 'typeorm';
import { containsPattern } from '../../../platform/database/like-pattern.js';
import { isJobId } from '../job.repository.js';
import { ScriptJobEntity } from '../script-job.entity.js';

/** A graph as it is stored. */
export interface StoredGraph {
  graphId: string;
  graphName: string;
  userId: string;
  userName: string;
  createdAt: Date;
}

/** A step with its newest job; without one where that is not kept any more. */
export interface StoredStep extends GraphLink {
  graphId: string;
  runs: number;
  jobId: string | null;
  status: JobStatus | null;
}

/** Where a job that another one follows worked. */
export interface AwaitedDir {
  space: JobSpace;
  spaceId: string | null;
  dir: string;
}

/** Which graphs; null: everyone's. */
export interface GraphFilter {
  userId: string | null;
  graphName?: string | undefined;
}

const columns = `graph.id AS "graphId", graph_name AS "graphName", user_id AS "userId", user_name AS "userName", created_at AS "createdAt"`;

/** Queries over graphs of jobs. */
@Injectable()
export class JobGraphRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(
    graphId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StoredGraph | null> {
    if (!isJobId(graphId)) {
      return null;
    }
    const [graph = null] = await manager.query<StoredGraph[]>(
      `SELECT ${columns} FROM job_graph graph WHERE id = $1`,
      [graphId],
    );
    return graph;
  }

  /** Two that submit jobs for one graph go one after the other. @returns false: it is gone */
  async lock(manager: EntityManager, graphId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'SELECT 1 FROM job_graph WHERE id = $1 FOR UPDATE',
      [graphId],
    );
    return rows.length > 0;
  }

  /** The newest first. Of very many only the newest are searched and counted. */
  async list(
    { userId, graphName }: GraphFilter,
    { offset, size }: { offset: number; size: number },
  ): Promise<{ graphs: StoredGraph[]; total: number }> {
    const found = `FROM (
        SELECT * FROM job_graph WHERE $1::uuid IS NULL OR user_id = $1 ORDER BY id DESC LIMIT ${limits.jobsListed}
      ) AS graph WHERE $2::text IS NULL OR graph_name ILIKE $2`;
    const values = [userId, graphName ? containsPattern(graphName) : null];
    const [graphs, [count]] = await Promise.all([
      this.dataSource.query<StoredGraph[]>(
        `SELECT ${columns} ${found} ORDER BY id DESC LIMIT ${size} OFFSET ${offset}`,
        values,
      ),
      this.dataSource.query<{ total: number }[]>(`SELECT count(*)::int AS total ${found}`, values),
    ]);
    return { graphs, total: count?.total ?? 0 };
  }

  /** The steps of these graphs, each graph's as they were given. */
  listSteps(
    graphIds: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StoredStep[]> {
    return manager.query<StoredStep[]>(
      `SELECT step.graph_id AS "graphId", step.key, step.after, newest.job_id AS "jobId", newest.status,
         coalesce(newest.runs, 0)::int AS runs
       FROM job_graph_step step LEFT JOIN LATERAL (
         SELECT run.job_id, job.status, count(*) OVER () AS runs
         FROM job_graph_job run JOIN script_job job ON job.id = run.job_id
         WHERE run.graph_id = step.graph_id AND run.key = step.key ORDER BY run.job_id DESC LIMIT 1
       ) AS newest ON true
       WHERE step.graph_id = ANY($1::bigint[]) ORDER BY step.graph_id, step.position`,
      [graphIds],
    );
  }

  /** By id. */
  async findJobs(jobIds: readonly string[]): Promise<Map<string, ScriptJobEntity>> {
    const jobs = await this.dataSource
      .getRepository(ScriptJobEntity)
      .findBy({ id: In([...jobIds]) });
    return new Map(jobs.map((job) => [job.id, job]));
  }

  /** @returns its id */
  async add(
    manager: EntityManager,
    { userId, userName }: { userId: string; userName: string },
    graphName: string,
    steps: readonly GraphLink[],
  ): Promise<string> {
    const [graph] = await manager.query<{ id: string }[]>(
      'INSERT INTO job_graph (user_id, user_name, graph_name) VALUES ($1, $2, $3) RETURNING id',
      [userId, userName, graphName],
    );
    const graphId = graph!.id;
    await manager.query(
      `INSERT INTO job_graph_step (graph_id, key, position, after)
       SELECT $1, step->>'key', place, ARRAY(SELECT jsonb_array_elements_text(step->'after'))
       FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS given (step, place)`,
      [graphId, JSON.stringify(steps.map(({ key, after }) => ({ key, after })))],
    );
    return graphId;
  }

  /** A new job of a step. */
  async addJob(manager: EntityManager, graphId: string, key: string, jobId: string): Promise<void> {
    await manager.query('INSERT INTO job_graph_job (job_id, graph_id, key) VALUES ($1, $2, $3)', [
      jobId,
      graphId,
      key,
    ]);
  }

  /** Which step of which graph a job, or the array it is an element of, was submitted for. */
  async stepOf({ id, arrayId }: Pick<ScriptJobEntity, 'id' | 'arrayId'>): Promise<{
    graphId: string;
    graphName: string;
    key: string;
  } | null> {
    const [step = null] = await this.dataSource.query<
      { graphId: string; graphName: string; key: string }[]
    >(
      `SELECT graph.id AS "graphId", graph_name AS "graphName", key
       FROM job_graph_job run JOIN job_graph graph ON graph.id = run.graph_id WHERE job_id = $1`,
      [arrayId ?? id],
    );
    return step;
  }

  /** Whether another step of its graph tells its owner how this one ended: the step before that failed, or one that goes on from it. */
  async isToldOfAnother(
    manager: EntityManager,
    { id, status, reason }: Pick<ScriptJobEntity, 'id' | 'status' | 'reason'>,
  ): Promise<boolean> {
    if (status !== 'COMPLETED' && reason !== 'AFTER_JOB_FAILED') {
      return false;
    }
    const rows = await manager.query<unknown[]>(
      `SELECT 1 FROM job_graph_job WHERE job_id = $1
         AND ($2 OR EXISTS (SELECT FROM script_job_dependency WHERE after_id = $1))`,
      [id, reason === 'AFTER_JOB_FAILED'],
    );
    return rows.length > 0;
  }

  /** Where the jobs worked that this one follows: in a graph as the step names them, else by their ids. */
  listAwaitedDirs({ id, arrayId }: Pick<ScriptJobEntity, 'id' | 'arrayId'>): Promise<AwaitedDir[]> {
    return this.dataSource.query<AwaitedDir[]>(
      `SELECT awaited.space, awaited.space_id AS "spaceId", coalesce(awaited.results_dir, awaited.work_dir) AS dir
       FROM script_job_dependency waits JOIN script_job awaited ON awaited.id = waits.after_id
       LEFT JOIN job_graph_job run ON run.job_id = waits.job_id
       LEFT JOIN job_graph_step step ON step.graph_id = run.graph_id AND step.key = run.key
       LEFT JOIN job_graph_job before ON before.job_id = awaited.id
       WHERE waits.job_id = $1 ORDER BY array_position(step.after, before.key), awaited.id`,
      [arrayId ?? id],
    );
  }
}
