import type { EntityManager } from 'typeorm';
import type { Waiting } from '../life/wait-reason.js';
import type { Capacity, QueueNode } from '../scheduling/capacity.js';
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

  /** The most memory, MiB, that a job of this queue with so many CPUs may ask for; Infinity: as much as it wants. */
  abstract mostMemoryMb(queueId: string, cpus: number): Promise<number>;

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

  /** All nodes of a queue, to say what a job lacks that waits. */
  abstract nodesOf(queueId: string): Promise<QueueNode[]>;
}

/** CPUs of a queue in another scheduler; also those that others use. */
export interface BackendLoad {
  usedCpus: number;
  totalCpus: number;
  freeCpus: number;
  /** The most that are free on one node. */
  mostFreeCpus: number;
}

/** It plans for itself: it is given each job once, and reports why it waits and where it runs. */
export abstract class DelegatedBackend extends Backend {
  readonly placement = 'delegated';

  /** Why a PENDING job that it was given does not run yet; null while it has not said. */
  abstract waitReason(job: ScriptJobEntity): Promise<Waiting | null>;

  /** How busy the place of a queue is; null while it does not say. */
  abstract loadOf(queueId: string): Promise<BackendLoad | null>;
}

export type ComputeBackend = PlannedBackend | DelegatedBackend;
