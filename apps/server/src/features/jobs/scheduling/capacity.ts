import { memoryOfJob, type JobNetwork } from '@clusterdesk/contracts';

/** Bytes of a MiB. */
export const mebibyte = 1024 ** 2;

/** The project that a job works in. */
export interface ProjectUse {
  id: string;
  /** It computes on what its user may only view. */
  isSealed: boolean;
}

/** A job that waits. */
export interface WaitingJob {
  id: string;
  queueId: string;
  /** Null: the owner is gone. */
  userId: string | null;
  cpus: number;
  /** The memory it asks for, bytes; null: as much as its node gives one that asks for none. */
  memoryBytes: number | null;
  /** Its time limit, milliseconds. */
  limitMs: number;
  /** Nodes that refused it for a fault of their own. */
  excludedNodes: readonly string[];
  network: JobNetwork;
  /** Null: it works in a disk. In a project it needs a node that can show it single entries. */
  project: ProjectUse | null;
}

/** A node that takes jobs now. */
export interface NodeCapacity {
  nodeId: string;
  cpus: number;
  /** What all its jobs may hold together, bytes; 0: it is not known. */
  memoryBytes: number;
  /** What a job may hold that asks for none; null: its share by processors. */
  memoryEachBytes: number | null;
  /** It had a fault: it gets one job, and more once that has started. */
  isOnProbation: boolean;
  /** The networks that it can give jobs. */
  networks: readonly JobNetwork[];
  /** It can show jobs single entries of projects, and nothing else of them. */
  takesProjectFiles: boolean;
}

/** A node of a queue, whether it takes jobs now or not. */
export interface QueueNode {
  nodeId: string;
  name: string;
  /** What the queue may use of it. */
  cpus: number;
  /** What all its jobs may hold together, bytes; null: nothing is known of it yet. */
  memoryBytes: number | null;
  /** Whether it is online and its agent takes jobs. */
  isAvailable: boolean;
  networks: readonly JobNetwork[];
  takesProjectFiles: boolean;
  /** Why it is out of service, as a code of `node-faults.ts`; null: it is not. */
  drainedReason: string | null;
}

/** What a queue may use of a node. */
export interface Grant {
  queueId: string;
  nodeId: string;
  cpus: number;
}

/** What a placed job holds, also on a node that takes no jobs now. */
export interface Held {
  nodeId: string;
  /** Null: its queue was deleted. */
  queueId: string | null;
  /** Null: the owner is gone. */
  userId: string | null;
  cpus: number;
  /** The memory it asked for, bytes; null: it asked for none. */
  memoryBytes: number | null;
  project: ProjectUse | null;
  /** How much longer it may hold them, by its time limit, milliseconds. */
  endsInMs: number;
}

/** Everything that could start something now, and what is in use. */
export interface Capacity {
  nodes: readonly NodeCapacity[];
  grants: readonly Grant[];
  held: readonly Held[];
}

/** CPUs, and memory in bytes. */
export interface Resources {
  cpus: number;
  memoryBytes: number;
}

/**
 * What a job holds on a node: what it may really use, or a node could give out more than it has. One that asks for no memory is limited
 * by its node, so it needs as much as that lets it have.
 */
export function needOn(
  node: Pick<NodeCapacity, 'cpus' | 'memoryBytes' | 'memoryEachBytes'>,
  { cpus, memoryBytes }: Pick<WaitingJob, 'cpus' | 'memoryBytes'>,
): Resources {
  const usual = memoryOfJob(node.memoryEachBytes ?? 'share', node.memoryBytes, cpus, node.cpus);
  return { cpus, memoryBytes: memoryBytes ?? usual };
}

/** Whether what there is is enough. */
export function isEnough(there: Resources, need: Resources): boolean {
  return there.cpus >= need.cpus && there.memoryBytes >= need.memoryBytes;
}

/** Whether a node can hold a job to what it may see and reach. */
export function canHold(
  node: Pick<NodeCapacity, 'networks' | 'takesProjectFiles'>,
  job: Pick<WaitingJob, 'network' | 'project'>,
): boolean {
  return node.networks.includes(job.network) && (node.takesProjectFiles || job.project === null);
}

/** Whether a queue's node ever has room for a job; one of which nothing is known may have. */
export function mayFit(node: QueueNode, job: Pick<WaitingJob, 'cpus' | 'memoryBytes'>): boolean {
  return node.cpus >= job.cpus && (node.memoryBytes ?? Infinity) >= (job.memoryBytes ?? 0);
}
