import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../../../platform/settings/settings.service.js';
import { jobDays, jobOutputBytesPerUser, jobOutputDays } from '../job.settings.js';

const dayMs = 24 * 3_600_000;
/** Rows of one statement: short enough that nobody waits for it. */
const batchSize = 500;

/** Removes ended jobs and their output when their time is over, and output beyond what one user may have. */
@Injectable()
export class JobRetention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  /** Stopped at any moment, the next run goes on. */
  async run(signal: AbortSignal): Promise<void> {
    const outputBefore = await this.before(jobOutputDays);
    const jobBefore = await this.before(jobDays);
    const bytesPerUser = await this.settings.get(jobOutputBytesPerUser);
    await untilNone(signal, () => this.removeOutput(outputBefore));
    await untilNone(signal, () => this.removeOutputBeyond(bytesPerUser));
    await untilNone(signal, () => this.removeJobs(jobBefore));
  }

  private async before(days: typeof jobDays | typeof jobOutputDays): Promise<Date> {
    return new Date(Date.now() - (await this.settings.get(days)) * dayMs);
  }

  private removeOutput(before: Date): Promise<number> {
    return this.removeOutputOf('ended_at < $1', before);
  }

  /** Of each user the output that ended last stays, as far as it fits; what running jobs have is not removed, but counts. */
  private removeOutputBeyond(bytesPerUser: number): Promise<number> {
    return this.removeOutputOf(
      `ended_at IS NOT NULL AND id IN (
         SELECT id FROM (
           SELECT id, sum(output_bytes) OVER (PARTITION BY user_id ORDER BY ended_at DESC NULLS FIRST, id DESC) AS total
           FROM script_job
           WHERE user_id IS NOT NULL AND output_bytes > 0 AND output_removed_at IS NULL
         ) AS counted
         WHERE total > $1
       )`,
      bytesPerUser,
    );
  }

  private async removeOutputOf(condition: string, value: Date | number): Promise<number> {
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
}

async function untilNone(signal: AbortSignal, step: () => Promise<number>): Promise<void> {
  let count = batchSize;
  while (count === batchSize && !signal.aborted) {
    count = await step();
  }
}
