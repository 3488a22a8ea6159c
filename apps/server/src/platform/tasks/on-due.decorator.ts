import type { DueWorkDefinition } from '@clusterdesk/contracts';
import { SetMetadata } from '@nestjs/common';

export const onDueMetadata = 'clusterdesk:on-due';

/**
 * Makes a provider's method the handler of due work. One process runs it at a time; a run that was cut off is followed by
 * another. `signal` is aborted when the worker is told to stop.
 */
export function OnDue(work: DueWorkDefinition) {
  return <
    Key extends string,
    Target extends Record<Key, (signal: AbortSignal) => Promise<unknown>>,
  >(
    target: Target,
    key: Key,
    descriptor: PropertyDescriptor,
  ): void => {
    SetMetadata(onDueMetadata, work)(target, key, descriptor);
  };
}
