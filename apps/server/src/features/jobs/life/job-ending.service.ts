import { Injectable } from '@nestjs/common';
import { ComputeBackends } from '../backends/compute-backends.js';
import type { WithDecision } from '../job.repository.js';
import { JobStateMachine } from './job-state-machine.service.js';
import type { JobReason } from './job-reasons.js';

/** Ends jobs on demand. The demand is stored before anything is sent, so that none waits for a node's answer. */
@Injectable()
export class JobEnding {
  constructor(
    private readonly life: JobStateMachine,
    private readonly backends: ComputeBackends,
  ) {}

  /**
   * @param reason `stopped`: by a person
   * @param record runs in the transaction that decides; not when there is nothing to decide
   * @returns false when the job has ended already.
   */
  async end(jobId: string, reason: JobReason | 'stopped', record?: WithDecision): Promise<boolean> {
    const job = await this.life.stop(jobId, reason, record);
    if (job && !job.endedAt) {
      this.backends.get(job.backend).cancel(job);
    }
    return job !== null;
  }

  async endEach(jobIds: readonly string[], reason: JobReason): Promise<void> {
    for (const jobId of jobIds) {
      await this.end(jobId, reason);
    }
  }
}
