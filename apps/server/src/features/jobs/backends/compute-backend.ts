import type { EntityManager } from 'typeorm';
import type { Capacity } from '../scheduling/schedule.js';
import type { ScriptJobEntity } from '../script-job.entity.js';

/**
 * What runs jobs: our agents, and other schedulers (decision: compute backends). A backend only transports; `JobStateMachine` decides
 * what becomes of a job, by what the backend reports. Its jobs carry its name in `script_job.backend`, and no other backend acts on
 * them.
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

  /** Ends the job in the background; `reconcile` repeats a command that got no answer. */
  abstract cancel(job: Pick<ScriptJobEntity, 'id' | 'attempt' | 'nodeId' | 'externalId'>): void;

  /** Recovers what was lost about these open jobs that have their place, between it and the platform. `resubmit` takes those that are to be handed over again. */
  abstract reconcile(
    jobs: readonly ScriptJobEntity[],
    resubmit: (job: ScriptJobEntity) => void,
  ): Promise<void>;
}

/** The platform plans for it: `schedule` gives each job a node. */
export abstract class PlannedBackend extends Backend {
  readonly placement = 'planned';

  /** The nodes that could start something now. Called under the scheduler's lock, so it answers from the database. */
  abstract capacity(manager: EntityManager): Promise<Capacity>;
}

/** It plans for itself: it is given each job once, and reports why it waits and where it runs. */
export abstract class DelegatedBackend extends Backend {
  readonly placement = 'delegated';

  /**
   * Keeps a waiting job that was handed over from starting, until it is released. Absent where the scheduler cannot do that.
   * @returns whether the scheduler has done it; false: ask again
   */
  hold?(job: Pick<ScriptJobEntity, 'externalId'>): Promise<boolean>;

  /** Lets a held job start. Absent exactly where `hold` is; returns the same. */
  release?(job: Pick<ScriptJobEntity, 'externalId'>): Promise<boolean>;
}

export type ComputeBackend = PlannedBackend | DelegatedBackend;
