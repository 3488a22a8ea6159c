import type { EntityManager } from 'typeorm';
import type { Capacity } from '../scheduling/schedule.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

/** An open job that has a place, as reconciling sees it. */
export type PlacedJob = Pick<
  ScriptJobEntity,
  | 'id'
  | 'attempt'
  | 'status'
  | 'nodeId'
  | 'externalId'
  | 'reservedAt'
  | 'sentAt'
  | 'isAccepted'
  | 'stopReason'
>;

/**
 * What runs jobs: our agents, and other schedulers (decision: compute backends). A backend only carries; what becomes of a job is
 * decided in `JobLife`, which each backend tells what it hears. Its jobs carry its name in `script_job.backend`, and nobody
 * else decides about them.
 */
export abstract class ComputeBackend {
  /** As in `compute_queue.backend` and `script_job.backend`. */
  abstract readonly name: string;

  /** What could start something now. Asked under the scheduler's lock, so it answers from the database. */
  abstract capacity(manager: EntityManager): Promise<Capacity>;

  /**
   * Hands over a job that has a place. Repeating it for the same attempt does no harm.
   * @returns false when nobody answered, and others for the same node need not be tried now.
   */
  abstract submit(job: ScriptJobEntity): Promise<boolean>;

  /** Wants the job ended, best effort: what stays unanswered is asked for again by `observe`. */
  abstract cancel(
    job: Pick<ScriptJobEntity, 'id' | 'attempt' | 'nodeId' | 'externalId'>,
  ): Promise<void>;

  /**
   * Looks after its placed jobs: finds what got lost between it and the platform. `resubmit` takes those that are to be handed
   * over again.
   */
  abstract observe(jobs: readonly PlacedJob[], resubmit: (job: PlacedJob) => void): Promise<void>;
}
