import { taskDefinitions, type TaskDefinition } from '@clusterdesk/contracts';

const definitions: readonly TaskDefinition[] = taskDefinitions;

/** What the board may show of a task, and what of it is not its to show. */
export interface ShownTask {
  name: string;
  data: unknown;
  failedReason: string;
  stacktrace: string[] | null;
}

/** A reason is one line of this length; the rest stands in the log. */
const reasonLength = 200;

/**
 * Takes from a task what must not leave the server: what its definition does not name of its payload, the places of the code where
 * it failed, and credentials in addresses.
 */
export function hideSecrets(task: ShownTask): void {
  const payload = definitions.find(({ name }) => name === task.name)?.payload.safeParse(task.data);
  task.data = payload?.success ? payload.data : {};
  task.stacktrace = [];
  task.failedReason = (task.failedReason ?? '')
    .split('\n', 1)
    .join('')
    .replaceAll(/\/\/[^/@\s]*@/g, '//…@')
    .slice(0, reasonLength);
}
