import type { TaskDefinition, TaskPayload } from '@clusterdesk/contracts';
import { SetMetadata } from '@nestjs/common';

export const onTaskMetadata = 'clusterdesk:on-task';

/**
 * Makes a provider's method the handler of a task. At-least-once: the same payload may come twice, and must do
 * no harm then. `signal` is aborted when the worker is told to stop.
 */
export function OnTask<J extends TaskDefinition>(task: J) {
  return <
    Key extends string,
    Target extends Record<Key, (payload: TaskPayload<J>, signal: AbortSignal) => Promise<void>>,
  >(
    target: Target,
    key: Key,
    descriptor: PropertyDescriptor,
  ): void => {
    SetMetadata(onTaskMetadata, task)(target, key, descriptor);
  };
}
