import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { ScriptOutputs, type OutputPiece } from '../../../platform/script-outputs.js';
import { Timings } from '../../../platform/timings.js';
import { isJobId } from '../job.repository.js';
import type { JobRef } from '../life/job-ref.js';

/** The stored output of jobs. */
@Injectable()
export class JobOutputs extends ScriptOutputs {
  constructor(dataSource: DataSource, realtime: Realtime, { jobs }: Timings) {
    const tables = { scripts: 'script_job', pieces: 'script_job_output', key: 'job_id' };
    super(dataSource, tables, jobs.outputMs, (nextOffset, jobId) =>
      realtime.publish('jobOutput', audience.topic({ topic: 'job', jobId }), { jobId, nextOffset }),
    );
  }

  /** @returns where the stored output ends now; null when this attempt is not the job's current one. */
  async append(ref: JobRef, piece: OutputPiece): Promise<number | null> {
    const { jobId, attempt, backend, nodeId = null } = ref;
    return isJobId(jobId)
      ? this.store(jobId, piece, {
          isCurrent: `attempt = $4 AND backend = $5 AND ($6::uuid IS NULL OR node_id = $6) AND ended_at IS NULL`,
          parameters: [attempt, backend, nodeId],
        })
      : null;
  }
}
