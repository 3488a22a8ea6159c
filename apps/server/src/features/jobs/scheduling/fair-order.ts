import type { Capacity, Held, WaitingJob } from './capacity.js';

/**
 * The order in which waiting jobs (oldest first) are given places. Within a queue first come, first served, until a user would hold
 * more than the share of the queue's CPUs while other users' jobs wait: from that job on the others' go first. A user who holds
 * nothing has at least one job before that, however large. Where only one user waits nothing changes, and nothing is left idle.
 * @param sharePercent of the CPUs that the queue has on the nodes that take jobs now; 100: nobody is put back
 */
export function fairOrder(
  waiting: readonly WaitingJob[],
  capacity: Capacity,
  sharePercent: number,
): WaitingJob[] {
  const total = cpusOfQueues(capacity);
  const holds = new Map<string, number>();
  for (const one of capacity.held) {
    holds.set(keyOf(one), (holds.get(keyOf(one)) ?? 0) + one.cpus);
  }
  const isOver = new Set<string>();
  const first: WaitingJob[] = [];
  const later: WaitingJob[] = [];
  for (const job of waiting) {
    const key = keyOf(job);
    const before = holds.get(key) ?? 0;
    const share = ((total.get(job.queueId) ?? 0) * sharePercent) / 100;
    // Once one is put back, all behind it are, or a user's small jobs would pass the large ones.
    if (sharePercent < 100 && before > 0 && before + job.cpus > share) {
      isOver.add(key);
    }
    if (isOver.has(key)) {
      later.push(job);
    } else {
      holds.set(key, before + job.cpus);
      first.push(job);
    }
  }
  return [...first, ...later];
}

function cpusOfQueues({ nodes, grants }: Capacity): Map<string, number> {
  const cpusOf = new Map(nodes.map(({ nodeId, cpus }) => [nodeId, cpus]));
  const total = new Map<string, number>();
  for (const { queueId, nodeId, cpus } of grants) {
    total.set(queueId, (total.get(queueId) ?? 0) + Math.min(cpus, cpusOf.get(nodeId) ?? 0));
  }
  return total;
}

const keyOf = ({ queueId, userId }: Pick<Held, 'queueId' | 'userId'>): string =>
  `${queueId ?? ''} ${userId ?? ''}`;
