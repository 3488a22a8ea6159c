import type { EntityManager } from 'typeorm';
import type { OwnedCpus } from '../scheduling/fair-order.js';
import type { Capacity } from '../scheduling/schedule.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

/** An open job that waits no more, as reconciling sees it. */
export type PlacedJob = Pick<
  ScriptJobEntity,
  | 'id'
  | 'attempt'
  | 'status'
  | 'nodeId'
  | 'externalId'
  | 'placedAt'
  | 'sentAt'
  | 'isAccepted'
  | 'stopReason'
>;

/**
 * What runs jobs: our agents, and other schedulers (decision: compute backends). A backend only carries; what becomes of a job is
 * decided in `JobStateMachine`, which each backend tells what it hears. Its jobs carry its name in `script_job.backend`, and nobody
 * else decides about them.
 */
abstract class Backend {
  /** As in `compute_queue.backend` and `script_job.backend`. */
  abstract readonly name: string;

  /** The most CPUs that a job of this queue may ask for. */
  abstract mostCpus(queueId: string): Promise<number>;

  /** Why a PENDING job does not run yet, as a code of `job-reasons.ts`; empty when there is nothing to say. */
  abstract waitReason(job: ScriptJobEntity): Promise<string>;

  /**
   * Hands over a job that waits no more. Repeating it for the same attempt does no harm.
   * @returns false if the node did not answer; the caller should skip its remaining jobs for now.
   */
  abstract submit(job: ScriptJobEntity): Promise<boolean>;

  /** Wants the job ended, in the background: what stays unanswered is asked for again by `reconcile`. */
  abstract cancel(job: Pick<ScriptJobEntity, 'id' | 'attempt' | 'nodeId' | 'externalId'>): void;

  /** Finds what got lost between it and the platform about these jobs. `resubmit` takes those that are to be handed over again. */
  abstract reconcile(jobs: readonly PlacedJob[], resubmit: (job: PlacedJob) => void): Promise<void>;
}

/** The platform plans for it: `schedule` gives each job a node. */
export abstract class PlannedBackend extends Backend {
  readonly placement = 'planned';

  /** What could start something now. Asked under the scheduler's lock, so it answers from the database. */
  abstract capacity(manager: EntityManager): Promise<Capacity<OwnedCpus>>;
}

/** It plans for itself: it is given each job once, and says itself why one waits and where it runs. */
export abstract class DelegatedBackend extends Backend {
  readonly placement = 'delegated';
}

export type ComputeBackend = PlannedBackend | DelegatedBackend;
