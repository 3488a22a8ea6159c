import { Injectable, Logger } from '@nestjs/common';
import { ComputeBackends } from '../backends/compute-backends.js';
import { JobRepository, type WithDecision } from '../job.repository.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobStateMachine } from './job-state-machine.service.js';
import type { JobReason } from './job-reasons.js';

/**
 * Ends jobs on demand: one that no backend has confirmed is cancelled on the spot; for one that runs the demand is stored, sent to
 * its backend, and sent again until it has ended.
 */
@Injectable()
export class JobEnding {
  private readonly logger = new Logger('JobEnding');

  constructor(
    private readonly jobs: JobRepository,
    private readonly life: JobStateMachine,
    private readonly backends: ComputeBackends,
  ) {}

  /**
   * @param reason `stopped`: by a person
   * @param record runs in the transaction that decides; not when there is nothing to decide
   * @returns false when the job has ended already.
   */
  async end(jobId: string, reason: JobReason | 'stopped', record?: WithDecision): Promise<boolean> {
    const stopping = await this.jobs.requestStop(jobId, reason, record);
    if (stopping) {
      await this.cancel(stopping);
      return true;
    }
    const isUnconfirmed = (job: ScriptJobEntity): boolean =>
      job.status === 'PENDING' && !job.isAccepted;
    const before = await this.jobs.find(jobId);
    const isEnded = await this.life.cancelled(
      jobId,
      isUnconfirmed,
      { status: 'CANCELLED', reason: reason === 'stopped' ? '' : reason },
      record,
    );
    if (isEnded && before?.sentAt) {
      await this.cancel(before);
    }
    // It may have been confirmed in between.
    return isEnded || (await this.jobs.requestStop(jobId, reason, record)) !== null;
  }

  /** Ends many, at most a few at once: each may wait for its node's answer. */
  async endEach(jobIds: readonly string[], reason: JobReason): Promise<void> {
    const left = [...jobIds];
    const runner = async (): Promise<void> => {
      for (let jobId = left.shift(); jobId !== undefined; jobId = left.shift()) {
        await this.end(jobId, reason);
      }
    };
    await Promise.all(Array.from({ length: endedAtOnce }, runner));
  }

  private async cancel(job: ScriptJobEntity): Promise<void> {
    await this.backends
      .get(job.backend)
      .cancel(job)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, jobId: job.id }, 'A job could not be asked to stop'),
      );
  }
}

const endedAtOnce = 16;
