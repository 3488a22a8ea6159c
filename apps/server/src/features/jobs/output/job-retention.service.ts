import { Injectable } from '@nestjs/common';
import { pruneJobs } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Settings } from '../../../platform/settings/settings.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { jobDays, jobOutputBytesPerUser, jobOutputDays } from '../job.settings.js';

const dayMs = 24 * 3_600_000;
/** Rows per statement: few enough that no other statement waits for it. */
const batchSize = 500;

/** Removes ended jobs and their output when their time is over, and output beyond what one user may have. */
@Injectable()
export class JobRetention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  /** It can be stopped at any moment; the next run continues. */
  @OnDue(pruneJobs)
  async run(signal: AbortSignal): Promise<void> {
    const outputBefore = await this.before(jobOutputDays);
    const jobBefore = await this.before(jobDays);
    const bytesPerUser = await this.settings.get(jobOutputBytesPerUser);
    await untilNone(signal, () => this.removeOutputOf('ended_at < $1', outputBefore));
    await this.removeOutputBeyond(bytesPerUser, signal);
    await untilNone(signal, () => this.removeJobs(jobBefore));
    await untilNone(signal, () => this.removeGraphs(jobBefore));
  }

  private async before(days: typeof jobDays | typeof jobOutputDays): Promise<Date> {
    return new Date(Date.now() - (await this.settings.get(days)) * dayMs);
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
    while (ids.length > 0 && !signal.aborted) {
      await this.removeOutputOf('id = ANY($1::bigint[])', ids.splice(0, batchSize));
    }
  }

  private async removeOutputOf(condition: string, value: Date | string[]): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `WITH old AS (
         SELECT id FROM script_job
         WHERE ${condition} AND output_bytes > 0 AND output_removed_at IS NULL
         LIMIT $2 FOR UPDATE SKIP LOCKED
       ), gone AS (
         DELETE FROM script_job_output USING old WHERE job_id = old.id
       )
       UPDATE script_job AS job SET output_removed_at = now() FROM old WHERE job.id = old.id`,
      [value, batchSize],
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

async function untilNone(signal: AbortSignal, step: () => Promise<number>): Promise<void> {
  let count = batchSize;
  while (count === batchSize && !signal.aborted) {
    count = await step();
  }
}
