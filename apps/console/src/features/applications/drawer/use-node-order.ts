import type { ApplicationNode } from '@clusterdesk/contracts';
import { useState } from 'react';
import { isAtWork } from '../application-state.js';

/** A node by its id; one that was deleted by its last run. */
export const keyOf = ({ nodeId, runId }: ApplicationNode): string => nodeId ?? runId ?? '';

/** What needs somebody's eye comes first. */
const rank = (node: ApplicationNode): number =>
  node.state === 'failed' ? 0 : isAtWork(node) ? 1 : 2;

const ranked = (nodes: readonly ApplicationNode[]): ApplicationNode[] =>
  [...nodes].sort((a, b) => rank(a) - rank(b));

/**
 * The nodes of an application in order: ranked when they are first seen and when work begins, else each stays where it
 * is, so that nothing jumps under the pointer. Nodes that are new stand at the end.
 */
export function useNodeOrder(nodes: readonly ApplicationNode[] | undefined): ApplicationNode[] {
  const isBusy = nodes?.some(isAtWork) ?? false;
  const [kept, setKept] = useState<{ isBusy: boolean; order: readonly string[] } | null>(null);
  if (!nodes) {
    return [];
  }
  if (kept === null || (isBusy && !kept.isBusy)) {
    const sorted = ranked(nodes);
    setKept({ isBusy, order: sorted.map(keyOf) });
    return sorted;
  }
  if (isBusy !== kept.isBusy) {
    setKept({ ...kept, isBusy });
  }
  const placeOf = new Map(kept.order.map((key, place) => [key, place]));
  const place = (node: ApplicationNode): number => placeOf.get(keyOf(node)) ?? placeOf.size;
  return [...nodes].sort((a, b) => place(a) - place(b));
}
