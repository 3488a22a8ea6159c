import { needOn, type Capacity, type Held, type Resources, type WaitingJob } from './capacity.js';

/**
 * The order in which waiting jobs (oldest first) are given places. Within a queue first come, first served, until a user would hold
 * more than the share of the queue's CPUs, or of the memory of its nodes, while other users' jobs wait: from that job on the others'
 * go first. A user who holds nothing has at least one job before that, however large. Where only one user waits nothing changes, and
 * nothing is left idle. A waiting job that asks for no memory counts by its CPUs: how much it will hold is known on its node.
 * @param sharePercent of what the queue has on the nodes that take jobs now; 100: nobody is put back
 */
export function fairOrder(
  waiting: readonly WaitingJob[],
  capacity: Capacity,
  sharePercent: number,
): WaitingJob[] {
  const nodes = new Map(capacity.nodes.map((node) => [node.nodeId, node]));
  const total = new Map<string, Resources>();
  for (const { queueId, nodeId, cpus } of capacity.grants) {
    const node = nodes.get(nodeId);
    if (node) {
      const granted = { cpus: Math.min(cpus, node.cpus), memoryBytes: node.memoryBytes };
      total.set(queueId, sum(total.get(queueId), granted));
    }
  }
  const holds = new Map<string, Resources>();
  for (const one of capacity.held) {
    const node = nodes.get(one.nodeId);
    holds.set(keyOf(one), sum(holds.get(keyOf(one)), node ? needOn(node, one) : asked(one)));
  }
  const isOver = new Set<string>();
  const first: WaitingJob[] = [];
  const later: WaitingJob[] = [];
  for (const job of waiting) {
    const key = keyOf(job);
    const before = holds.get(key);
    const after = sum(before, asked(job));
    // Once one is put back, all behind it are, or a user's small jobs would pass the large ones.
    if (sharePercent < 100 && before && shareOf(after, total.get(job.queueId)) > sharePercent) {
      isOver.add(key);
    }
    if (isOver.has(key)) {
      later.push(job);
    } else {
      holds.set(key, after);
      first.push(job);
    }
  }
  return [...first, ...later];
}

const nothing: Resources = { cpus: 0, memoryBytes: 0 };
const sum = (a = nothing, b: Resources): Resources => ({
  cpus: a.cpus + b.cpus,
  memoryBytes: a.memoryBytes + b.memoryBytes,
});
const asked = ({ cpus, memoryBytes }: Pick<Held, 'cpus' | 'memoryBytes'>): Resources => ({
  cpus,
  memoryBytes: memoryBytes ?? 0,
});

/** What is held of all there is, percent: of CPUs or of memory, whichever is more. Of memory that is not known nothing is counted. */
const shareOf = (held: Resources, { cpus, memoryBytes } = nothing): number =>
  100 * Math.max(held.cpus / cpus, memoryBytes > 0 ? held.memoryBytes / memoryBytes : 0);

const keyOf = ({ queueId, userId }: Pick<Held, 'queueId' | 'userId'>): string =>
  `${queueId ?? ''} ${userId ?? ''}`;
