import { z } from 'zod';

/**
 * The task queues, by urgency: none waits for another. `dispatch`:
 * starting jobs; `packaging` and `copies`: long work that people wait for; `usage`: measuring of disks; `maintenance`: what may
 * take its time; `thumbnails`: small pictures, a moment each; `mail`: mail and SMS; `backup`: backups and restoring, for hours if need be.
 */
export const taskQueueNames = [
  'dispatch',
  'packaging',
  'copies',
  'usage',
  'maintenance',
  'thumbnails',
  'mail',
  'backup',
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
  };
}

export type TaskPayload<J extends TaskDefinition> = z.output<J['payload']>;

export function defineTask<Payload extends z.ZodType>(
  task: TaskDefinition<Payload>,
): TaskDefinition<Payload> {
  return task;
}
