import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { KeyedThrottle } from '../../../platform/keyed-throttle.js';
import { characterAt } from '../../../platform/output-text.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { Timings } from '../../../platform/timings.js';
import { isJobId } from '../job.repository.js';
import type { JobRef } from '../life/job-ref.js';

/** Output of a job from a byte offset on. */
export interface OutputPiece {
  offset: number;
  data: Uint8Array;
}

/** The stored output of jobs (decision: a job's output is rows in PostgreSQL). */
@Injectable()
export class JobOutputs implements OnApplicationShutdown {
  /** Tells pages where the output of a job ends now; they read it by `/job/log`, each at the speed of its browser. */
  private readonly news: KeyedThrottle<number>;

  constructor(
    private readonly dataSource: DataSource,
    realtime: Realtime,
    { jobs }: Timings,
  ) {
    this.news = new KeyedThrottle(jobs.outputMs, (nextOffset, jobId) =>
      realtime.publish('jobOutput', audience.topic({ topic: 'job', jobId }), { jobId, nextOffset }),
    );
  }

  onApplicationShutdown(): void {
    this.news.close();
  }

  /**
   * Stores a piece where the stored output ends, or what is new of it, in one statement: a talkative job waits for this answer
   * between its pieces. @returns where the stored output ends now; null when this attempt is not the job's current one.
   */
  async append(ref: JobRef, { offset, data }: OutputPiece): Promise<number | null> {
    if (!isJobId(ref.jobId)) {
      return null;
    }
    const [row] = await this.dataSource.query<{ nextOffset: string; isStored: boolean }[]>(
      `WITH current AS (
         SELECT id, output_bytes AS have FROM script_job
         WHERE id = $1 AND attempt = $2 AND backend = $3 AND ($4::uuid IS NULL OR node_id = $4) AND ended_at IS NULL
         FOR UPDATE
       ), grown AS (
         UPDATE script_job AS job SET output_bytes = $5::bigint + length($6::bytea)
         FROM current
         WHERE job.id = current.id AND $5::bigint <= current.have AND $5::bigint + length($6::bytea) > current.have
         RETURNING job.id, current.have, job.output_bytes
       ), piece AS (
         INSERT INTO script_job_output (job_id, start_byte, data)
         SELECT id, have, substring($6::bytea FROM (have - $5::bigint + 1)::int) FROM grown
       )
       SELECT coalesce(grown.output_bytes, current.have) AS "nextOffset", grown.id IS NOT NULL AS "isStored"
       FROM current LEFT JOIN grown ON grown.id = current.id`,
      [ref.jobId, ref.attempt, ref.backend, ref.nodeId ?? null, offset, Buffer.from(data)],
    );
    if (!row) {
      return null;
    }
    const nextOffset = Number(row.nextOffset);
    if (row.isStored) {
      this.news.pass(ref.jobId, nextOffset);
    }
    return nextOffset;
  }

  /**
   * Output from a byte offset on, at most `maxBytes` unless one stored piece is larger; with `attempt` nothing when the job
   * was made anew meanwhile. It begins with a whole character, so a little after an offset within one.
   */
  async read(
    jobId: string,
    offset: number,
    maxBytes: number,
    attempt?: number,
  ): Promise<{ offset: number; data: Buffer }> {
    const rows = await this.dataSource.query<{ startByte: string; data: Buffer }[]>(
      `SELECT start_byte AS "startByte", data FROM script_job_output
       WHERE job_id = $1 AND start_byte < $2::bigint + $3::bigint
         AND start_byte >= coalesce((
           SELECT max(start_byte) FROM script_job_output WHERE job_id = $1 AND start_byte <= $2
         ), 0)
         AND ($4::int IS NULL OR EXISTS (SELECT FROM script_job WHERE id = $1 AND attempt = $4))
       ORDER BY start_byte`,
      [jobId, offset, maxBytes, attempt ?? null],
    );
    const pieces = Buffer.concat(rows.map((row) => row.data));
    const start = rows[0] ? Number(rows[0].startByte) : offset;
    const place = characterAt(pieces, offset - start);
    return { offset: start + place, data: pieces.subarray(place) };
  }

  /** Drops the output of an attempt that is made anew. */
  async remove(manager: EntityManager, jobId: string): Promise<void> {
    await manager.query('DELETE FROM script_job_output WHERE job_id = $1', [jobId]);
  }
}
