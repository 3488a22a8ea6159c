import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lineTimes } from '../../../platform/output-text.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { ScriptOutputs, type OutputPiece } from '../../../platform/script-outputs.js';
import { Timings } from '../../../platform/timings.js';
import { isJobId } from '../job.repository.js';
import type { JobRef } from '../life/job-ref.js';

/** The stored output of jobs. */
@Injectable()
export class JobOutputs extends ScriptOutputs {
  constructor(
    private readonly pieces: DataSource,
    realtime: Realtime,
    { jobs }: Timings,
  ) {
    const tables = { scripts: 'script_job', pieces: 'script_job_output', key: 'job_id' };
    super(pieces, tables, jobs.outputMs, (news, jobId) =>
      realtime.publish('jobOutput', audience.topic({ topic: 'job', jobId }), { jobId, ...news }),
    );
  }

  /** @returns where the stored output ends now; null when this attempt is not the job's current one. */
  async append(ref: JobRef, piece: OutputPiece): Promise<number | null> {
    const { jobId, attempt, backend, nodeId = null } = ref;
    return isJobId(jobId)
      ? this.store(jobId, piece, {
          isCurrent: `attempt = $4 AND backend = $5 AND ($6::uuid IS NULL OR node_id = $6) AND ended_at IS NULL`,
          parameters: [attempt, backend, nodeId],
          attempt,
          // Who sees only part of it must not get the rest by an event.
          isTold: 'NOT run.is_sealed',
        })
      : null;
  }

  /** When lines of some output were stored, at most one a second; none of what is older than such times. */
  async timesOf(
    jobId: string,
    read: { offset: number; data: Buffer },
  ): Promise<{ line: number; time: number }[]> {
    const pieces = await this.pieces.query<{ startByte: string; time: Date }[]>(
      `SELECT DISTINCT ON (date_trunc('second', received_at)) start_byte AS "startByte", received_at AS time
       FROM script_job_output
       WHERE job_id = $1 AND received_at IS NOT NULL AND start_byte < $2::bigint + $3::bigint
         AND start_byte >= coalesce((
           SELECT max(start_byte) FROM script_job_output WHERE job_id = $1 AND start_byte <= $2::bigint
         ), 0)
       ORDER BY date_trunc('second', received_at), start_byte`,
      [jobId, read.offset, read.data.length],
    );
    const marks = pieces.map(({ startByte, time }) => ({
      startByte: Number(startByte),
      time: time.getTime(),
    }));
    // A clock that was set back has other seconds than the output has places.
    return lineTimes(
      read,
      marks.sort((one, other) => one.startByte - other.startByte),
    );
  }
}
