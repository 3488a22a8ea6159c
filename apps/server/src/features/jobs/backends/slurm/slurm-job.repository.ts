import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ScriptJobEntity } from '../../script-job.entity.js';

/** Name of the backend of Slurm. */
export const slurmBackendName = 'slurm';

/** An open job that Slurm has. */
export interface KnownSlurmJob extends Pick<
  ScriptJobEntity,
  'id' | 'attempt' | 'status' | 'reason' | 'userName' | 'stopReason' | 'heldReason' | 'outputBytes'
> {
  externalId: string;
}

/** Queries of the backend of Slurm. */
@Injectable()
export class SlurmJobRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The partitions that a queue's jobs may run in; none: Slurm's default. */
  async partitionsOf(queueId: string | null): Promise<string[]> {
    const [row] = await this.dataSource.query<{ partitions: string[] }[]>(
      'SELECT partitions FROM compute_queue WHERE id = $1',
      [queueId],
    );
    return row?.partitions ?? [];
  }

  /**
   * Notes that an attempt is about to be submitted. @returns false when it must not be: it is no longer the current one, is to be
   * stopped, or was submitted less than `settleMs` ago, perhaps by another process.
   */
  async noteSending(
    job: Pick<ScriptJobEntity, 'id' | 'attempt'>,
    settleMs: number,
  ): Promise<boolean> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE script_job SET sent_at = now()
       WHERE id = $1 AND attempt = $2 AND backend = $3 AND status = 'PENDING' AND NOT is_accepted AND stop_reason IS NULL
         AND (sent_at IS NULL OR sent_at < now() - $4 * interval '1 ms')
       RETURNING id`,
      [job.id, job.attempt, slurmBackendName, settleMs],
    );
    return rows.length > 0;
  }

  /** The open jobs that Slurm has. */
  listAccepted(): Promise<KnownSlurmJob[]> {
    return this.dataSource.query<KnownSlurmJob[]>(
      `SELECT id, attempt, status, reason, user_name AS "userName", stop_reason AS "stopReason", held_reason AS "heldReason",
              output_bytes AS "outputBytes", external_id AS "externalId"
       FROM script_job
       WHERE backend = $1 AND status IN ('PENDING', 'RUNNING') AND external_id IS NOT NULL
       ORDER BY id`,
      [slurmBackendName],
    );
  }

  /** Stores why jobs wait. */
  async noteReasons(
    jobs: readonly { id: string; attempt: number; reason: string }[],
  ): Promise<void> {
    if (jobs.length > 0) {
      await this.dataSource.query(
        `UPDATE script_job AS job SET reason = waiting.reason
         FROM unnest($1::bigint[], $2::int[], $3::text[]) AS waiting (id, attempt, reason)
         WHERE job.id = waiting.id AND job.attempt = waiting.attempt AND job.backend = $4 AND job.status = 'PENDING'`,
        [
          jobs.map(({ id }) => id),
          jobs.map(({ attempt }) => attempt),
          jobs.map(({ reason }) => reason),
          slurmBackendName,
        ],
      );
    }
  }

  /** Takes the next poll for this process, for `holdMs` at most. @returns false when it is not due, or another process has it */
  async takePoll(holdMs: number): Promise<boolean> {
    const [rows] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE slurm_state SET next_poll_at = now() + $1 * interval '1 ms' WHERE next_poll_at <= now() RETURNING is_only`,
      [holdMs],
    );
    return rows.length > 0;
  }

  async endPoll(pauseMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE slurm_state SET next_poll_at = now() + $1 * interval '1 ms'`,
      [pauseMs],
    );
  }

  /** Notes whether the controller answers, for all processes. */
  async noteAnswer(isAnswered: boolean): Promise<void> {
    await this.dataSource.query(
      `UPDATE slurm_state SET away_since = CASE WHEN $1 THEN NULL ELSE now() END WHERE (away_since IS NULL) <> $1`,
      [isAnswered],
    );
  }

  /** Whether the controller did not answer when it was asked last. */
  async isAway(): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM slurm_state WHERE away_since IS NOT NULL',
    );
    return rows.length > 0;
  }
}
