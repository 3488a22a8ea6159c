import { z } from 'zod';

/**
 * The task queues, by urgency: none waits for another. `reconcile`: short looks for what got lost with a process; `dispatch`:
 * starting jobs; `packaging` and `copies`: long work that people wait for; `usage`: measuring of disks; `maintenance`: what may
 * take its time; `mail`: mail and SMS.
 */
export const taskQueueNames = [
  'reconcile',
  'dispatch',
  'packaging',
  'copies',
  'usage',
  'maintenance',
  'mail',
] as const;
export type TaskQueueName = (typeof taskQueueNames)[number];

/** A task: background work of the platform. Payload, retry and de-duplication stand beside its name. */
export interface TaskDefinition<Payload extends z.ZodType = z.ZodType> {
  /** `feature.verb-noun`. */
  readonly name: string;
  readonly queue: TaskQueueName;
  /** New fields are optional: for the time of an upgrade a worker of the version before reads it too. */
  readonly payload: Payload;
  readonly options: {
    readonly attempts: number;
    readonly backoffMs: number;
    /** Waiting tasks with the same key are one task. */
    readonly deduplicateBy?: (payload: z.output<Payload>) => string;
    /** Whose task it is: one user's tasks never take all places of a queue in a worker. */
    readonly ownerOf?: (payload: z.output<Payload>) => string | undefined;
    /** Runs by itself at this interval; a run that is still under way is not joined by another one. */
    readonly everyMs?: number;
    /** Runs by itself at these times of the platform's zone: a cron pattern. */
    readonly cron?: string;
  };
}

export type TaskPayload<J extends TaskDefinition> = z.output<J['payload']>;

export function defineTask<Payload extends z.ZodType>(
  task: TaskDefinition<Payload>,
): TaskDefinition<Payload> {
  return task;
}

/** The schedule of what a worker asks for as soon as there is something to do (`LostWork`): in case it is never asked for. */
export const rarelyMs = 300_000;

/** De-duplication of a task of which one request that waits is enough. */
export const once = (): string => 'all';
