import { limits, type ComputeNode } from '@clusterdesk/contracts';
import { translate } from '../../../../shared/i18n/i18n.js';
import type { FieldRule } from '../../../../shared/ui/form/schema-rule.js';
import { hostsById, maxHostCpus, type ChosenHost } from '../queue-values.js';

const isWholeWithin = (cpus: number | null, most: number): boolean =>
  cpus !== null && Number.isInteger(cpus) && cpus >= 1 && cpus <= most;

/** What is wrong with the nodes of a queue, as a sentence; null: nothing. */
function problemOf(
  chosen: readonly ChosenHost[],
  nodes: readonly ComputeNode[],
  had: readonly ChosenHost[],
): string | null {
  const hosts = [...hostsById(chosen).values()];
  if (hosts.length === 0) {
    return translate('queues:hostsRequired');
  }
  if (hosts.length > limits.queueMaxNodes) {
    return translate('queues:hostsTooMany', { count: limits.queueMaxNodes });
  }
  const known = new Map(nodes.map(({ id, cpus }) => [id, cpus]));
  const mostOf = ({ id }: ChosenHost): number => known.get(id) ?? maxHostCpus;
  const cpusNow = new Map(had.map(({ id, cpus }) => [id, cpus]));
  const wrong = hosts
    .filter(({ id, cpus }) => cpus !== cpusNow.get(id))
    .find((host) => !isWholeWithin(host.cpus, mostOf(host)));
  return wrong
    ? translate('queues:hostCpusRule', { name: wrong.name, count: mostOf(wrong) })
    : null;
}

/**
 * A queue has at least one node, and of each as many CPUs as the node has at most.
 * @param had what the queue has now; nothing is asked of what stays so, though a node may have lost CPUs meanwhile
 */
export const hostRule = (nodes: readonly ComputeNode[], had: readonly ChosenHost[]): FieldRule => ({
  validator: async (_, value) => {
    const problem = problemOf((value ?? []) as readonly ChosenHost[], nodes, had);
    if (problem !== null) {
      throw new Error(problem);
    }
  },
});
