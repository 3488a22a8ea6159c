import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { JobSpace } from '@clusterdesk/contracts';
import { Timings } from '../../../platform/timings.js';
import { JobFileRepository, type NewJobFile } from './job-file.repository.js';

/** The most jobs that are looked at together. */
const jobsAtOnce = 1_000;

/** A job that has ended, as far as its results matter. */
export interface EndedJob {
  id: string;
  jobName: string;
  startedAt: Date;
  endedAt: Date;
  outputBytes: string;
  outputRemovedAt: Date | null;
  logPath: string | null;
  stagedLog: string | null;
  tries: number;
}

/** Jobs of one user that worked in one folder. */
export interface ResultGroup {
  space: JobSpace;
  spaceId: string | null;
  userId: string | null;
  /** The folder, as a path of the space. */
  dir: string;
  isSealed: boolean;
  jobs: EndedJob[];
}

/** When and where a job of somebody else ran; null: it runs still. */
export interface OthersWork {
  startedAt: Date;
  endedAt: Date | null;
  dir: string;
}

/** What became of the results of a job. */
export interface JobResults {
  logPath: string | null;
  outputs: readonly NewJobFile[];
  hasAllOutputs: boolean;
}

const dirOf = 'coalesce(results_dir, work_dir)';

/** Queries over ended jobs of which it is not known yet what they left. */
@Injectable()
export class JobResultsRepository {
  /** Whether there is such a job, as SQL. */
  readonly dueCondition: string;
  private readonly resultsMs: number;

  constructor(
    private readonly dataSource: DataSource,
    private readonly files: JobFileRepository,
    { jobs }: Timings,
  ) {
    this.resultsMs = jobs.resultsMs;
    this.dueCondition = `EXISTS (
      SELECT FROM script_job WHERE results_due_at <= now() - interval '${this.resultsMs} ms')`;
  }

  /**
   * The jobs that have waited the longest with those that worked in the same folder, and counts this try.
   * @param now of the beginning of a run, which looks at a folder once, however many jobs end there meanwhile
   * @param except are looked at now
   */
  async take(now: Date, except: ReadonlySet<string>): Promise<ResultGroup | null> {
    const [jobs] = await this.dataSource.query<[(EndedJob & Omit<ResultGroup, 'jobs'>)[], number]>(
      `WITH one AS (
         SELECT space, space_id, user_id, is_sealed, ${dirOf} AS dir FROM script_job
         WHERE results_due_at <= $2 AND id <> ALL($1::bigint[]) ORDER BY results_due_at LIMIT 1
       ), together AS (
         SELECT job.id FROM script_job AS job JOIN one ON job.space = one.space
           AND job.space_id IS NOT DISTINCT FROM one.space_id AND job.user_id IS NOT DISTINCT FROM one.user_id
           AND coalesce(job.results_dir, job.work_dir) = one.dir AND job.is_sealed = one.is_sealed
         WHERE results_due_at <= $2 AND job.id <> ALL($1::bigint[]) ORDER BY job.id LIMIT ${jobsAtOnce}
       )
       UPDATE script_job AS job SET results_tries = results_tries + 1 FROM together WHERE job.id = together.id
       RETURNING job.id, job_name AS "jobName", started_at AS "startedAt", ended_at AS "endedAt",
         output_bytes AS "outputBytes", output_removed_at AS "outputRemovedAt", log_path AS "logPath",
         staged_log AS "stagedLog", results_tries AS tries, space, space_id AS "spaceId", user_id AS "userId",
         is_sealed AS "isSealed", ${dirOf} AS dir`,
      [[...except], new Date(now.getTime() - this.resultsMs)],
    );
    const [first] = jobs;
    if (!first) {
      return null;
    }
    const { space, spaceId, userId, dir, isSealed } = first;
    return { space, spaceId, userId, dir, isSealed, jobs };
  }

  /** Notes the staged file of a job's output before it is placed. @returns false when another run has done so */
  async noteStaged({ id, stagedLog }: EndedJob, staged: string): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE script_job SET staged_log = $3
       WHERE id = $1 AND staged_log IS NOT DISTINCT FROM $2 AND results_due_at IS NOT NULL`,
      [id, stagedLog, staged],
    );
    return count === 1;
  }

  /** Of these jobs those whose staged file may still be needed, with it. */
  async listStaged(ids: readonly string[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ staged: string }[]>(
      'SELECT staged_log AS staged FROM script_job WHERE id = ANY($1::bigint[]) AND staged_log IS NOT NULL',
      [ids],
    );
    return rows.map(({ staged }) => staged);
  }

  /** Which of these paths are outputs of jobs that the platform itself wrote. @param ids of jobs that they may be of */
  async listLogs(ids: readonly string[], paths: readonly string[]): Promise<Set<string>> {
    const rows = await this.dataSource.query<{ path: string }[]>(
      'SELECT log_path AS path FROM script_job WHERE id = ANY($1::bigint[]) AND log_path = ANY($2)',
      [ids, paths],
    );
    return new Set(rows.map(({ path }) => path));
  }

  /** When and where jobs of others ran in a project since a moment, at most `most`. */
  listOthersWork(
    projectId: string,
    userId: string,
    since: Date,
    most: number,
  ): Promise<OthersWork[]> {
    return this.dataSource.query<OthersWork[]>(
      `SELECT started_at AS "startedAt", ended_at AS "endedAt", ${dirOf} AS dir FROM script_job
       WHERE space = 'project' AND space_id = $1 AND started_at IS NOT NULL AND user_id IS DISTINCT FROM $2
         AND array_text IS NULL AND (ended_at IS NULL OR ended_at >= $3)
       LIMIT $4`,
      [projectId, userId, since, most],
    );
  }

  /** Whether a job works in a project, or may have left there what is not looked at yet. */
  async isWorkedIn(manager: EntityManager, projectId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM script_job WHERE space = 'project' AND space_id = $1
         AND (ended_at IS NULL OR results_due_at IS NOT NULL) LIMIT 1`,
      [projectId],
    );
    return rows.length > 0;
  }

  /** Stores what became of a job's results; nothing is due any more. */
  finish(jobId: string, { logPath, ...made }: JobResults): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await this.noteOutputs(jobId, made, manager);
      await manager.query(
        `UPDATE script_job SET log_path = $2, staged_log = NULL, results_due_at = NULL
         WHERE id = $1 AND results_due_at IS NOT NULL`,
        [jobId, logPath],
      );
    });
  }

  /** Notes the files that a job made, unless that was done before: the first look, soon after its end, is the truest. */
  async noteOutputs(
    jobId: string,
    { outputs, hasAllOutputs }: Omit<JobResults, 'logPath'>,
    manager?: EntityManager,
  ): Promise<void> {
    if (!manager) {
      await this.dataSource.transaction((own) =>
        this.noteOutputs(jobId, { outputs, hasAllOutputs }, own),
      );
      return;
    }
    const [, isNew] = await manager.query<[unknown[], number]>(
      `UPDATE script_job SET has_all_outputs = $2 WHERE id = $1 AND results_due_at IS NOT NULL AND NOT has_all_outputs
         AND NOT EXISTS (SELECT FROM script_job_file WHERE job_id = $1 AND kind = 'output')`,
      [jobId, hasAllOutputs],
    );
    if (isNew === 1) {
      await this.files.add(manager, jobId, 'output', outputs);
    }
  }

  /** After a failure: later again, each time after a longer time. */
  async postpone(ids: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE script_job
       SET results_due_at = now() + least(power(2, results_tries) * interval '2 seconds', interval '10 minutes')
       WHERE id = ANY($1::bigint[]) AND results_due_at IS NOT NULL`,
      [ids],
    );
  }
}
