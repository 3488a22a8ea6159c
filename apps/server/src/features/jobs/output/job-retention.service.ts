import { Injectable } from '@nestjs/common';
import { pruneJobs } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { withStatementTimeout } from '../../../platform/database/long-statement.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { JobFileRepository } from '../results/job-file.repository.js';
import { jobDays, jobOutputBytesPerUser, jobOutputDays } from '../job.settings.js';

const dayMs = 24 * 3_600_000;
/** Rows per statement: few enough that no other statement waits for it. */
const batchSize = 500;
/** Output per statement, unless that of one job is more: half a gigabyte takes a second or so. */
const batchBytes = 512 * 1024 ** 2;
/** A statement that removes the output of one job takes seconds; nobody waits for it. */
const statementMs = 60_000;

/** Removes ended jobs and their output when their time is over, and output beyond what one user may have. */
@Injectable()
export class JobRetention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly files: JobFileRepository,
  ) {}

  /** It can be stopped at any moment; the next run continues. */
  @OnDue(pruneJobs)
  async run(signal: AbortSignal): Promise<void> {
    const jobBefore = await this.before(jobDays);
    // A job that goes takes its output along, and of many that is too much for a statement.
    const outputBefore = new Date(Math.max(+jobBefore, +(await this.before(jobOutputDays))));
    const bytesPerUser = await this.settings.getForDeletion(jobOutputBytesPerUser);
    await untilLess(1, signal, () => this.removeOutputOf('ended_at < $1', outputBefore));
    await this.removeOutputBeyond(bytesPerUser, signal);
    await this.files.removeBefore(jobBefore, signal);
    await untilLess(batchSize, signal, () => this.removeJobs(jobBefore));
    await untilLess(batchSize, signal, () => this.removeGraphs(jobBefore));
  }

  private async before(days: typeof jobDays | typeof jobOutputDays): Promise<Date> {
    return new Date(Date.now() - (await this.settings.getForDeletion(days)) * dayMs);
  }

  /**
   * For each user the output of the jobs that ended last stays, as far as it fits; the output of running jobs is not removed, but
   * counts. It is summed up once, and only for users over the limit.
   */
  private async removeOutputBeyond(bytesPerUser: number, signal: AbortSignal): Promise<void> {
    const beyond = await this.dataSource.query<{ id: string }[]>(
      `WITH kept AS (
         SELECT id, user_id, ended_at, output_bytes FROM script_job
         WHERE user_id IS NOT NULL AND output_bytes > 0 AND output_removed_at IS NULL
       )
       SELECT id FROM (
         SELECT id, ended_at, sum(output_bytes) OVER (PARTITION BY user_id ORDER BY ended_at DESC NULLS FIRST, id DESC) AS total
         FROM kept WHERE user_id IN (SELECT user_id FROM kept GROUP BY user_id HAVING sum(output_bytes) > $1)
       ) AS counted
       WHERE total > $1 AND ended_at IS NOT NULL`,
      [bytesPerUser],
    );
    const ids = beyond.map(({ id }) => id);
    while (ids.length > 0) {
      const some = ids.splice(0, batchSize);
      await untilLess(1, signal, () => this.removeOutputOf('id = ANY($1::bigint[])', some));
    }
  }

  /** The output of some jobs, together with the note that it is gone: nobody reads half of it. @returns of how many */
  private async removeOutputOf(condition: string, value: Date | string[]): Promise<number> {
    const [, count] = await withStatementTimeout(this.dataSource, statementMs, (manager) =>
      manager.query<[unknown[], number]>(
        `WITH locked AS (
           SELECT id, output_bytes FROM script_job
           WHERE ${condition} AND output_bytes > 0 AND output_removed_at IS NULL
           LIMIT $2 FOR UPDATE SKIP LOCKED
         ), old AS (
           SELECT id FROM (SELECT id, sum(output_bytes) OVER (ORDER BY id) - output_bytes AS others FROM locked) AS counted
           WHERE others < $3
         ), gone AS (
           DELETE FROM script_job_output USING old WHERE job_id = old.id
         )
         UPDATE script_job AS job SET output_removed_at = now() FROM old WHERE job.id = old.id`,
        [value, batchSize, batchBytes],
      ),
    );
    return count;
  }

  private async removeJobs(before: Date): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `DELETE FROM script_job
       WHERE id IN (SELECT id FROM script_job WHERE ended_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [before, batchSize],
    );
    return count;
  }

  /** Those whose last job went: a graph is older than each of its jobs' ends, so that only old ones are looked at. */
  private async removeGraphs(before: Date): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `DELETE FROM job_graph WHERE id IN (
         SELECT id FROM job_graph AS graph
         WHERE created_at < $1 AND NOT EXISTS (SELECT FROM job_graph_job WHERE graph_id = graph.id)
         LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [before, batchSize],
    );
    return count;
  }
}

/** Repeats a step until it does less than that. */
async function untilLess(
  least: number,
  signal: AbortSignal,
  step: () => Promise<number>,
): Promise<void> {
  let count = least;
  while (count >= least && !signal.aborted) {
    count = await step();
  }
}
