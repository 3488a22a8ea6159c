/** A job that waits. */
export interface WaitingJob {
  id: string;
  cpus: number;
}

/** A node of the queue that could start something now. */
export interface FreeNode {
  nodeId: string;
  /** What the queue grants of this node. */
  grantedCpus: number;
  usedCpus: number;
}

export interface PlannedStart {
  jobId: string;
  nodeId: string;
}

/**
 * Which of the waiting jobs (oldest first) start where. First come, first served; when a job cannot start yet, every node
 * that could ever take it is kept for it, so a later job passes it only on nodes it can't use anyway and never delays it
 * (contract: Queues and jobs). The node with the least room that still fits is taken, which leaves room for large jobs.
 */
export function schedule(
  waiting: readonly WaitingJob[],
  nodes: readonly FreeNode[],
): PlannedStart[] {
  const free = new Map(nodes.map((node) => [node.nodeId, node.grantedCpus - node.usedCpus]));
  const starts: PlannedStart[] = [];
  for (const job of waiting) {
    const fitting = [...free]
      .filter(([, cpus]) => cpus >= job.cpus)
      .sort(([, a], [, b]) => a - b)[0];
    if (fitting) {
      const [nodeId, cpus] = fitting;
      free.set(nodeId, cpus - job.cpus);
      starts.push({ jobId: job.id, nodeId });
      continue;
    }
    for (const node of nodes) {
      if (node.grantedCpus >= job.cpus) {
        free.delete(node.nodeId);
      }
    }
  }
  return starts;
}
