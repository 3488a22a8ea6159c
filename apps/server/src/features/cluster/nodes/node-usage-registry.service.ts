import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** How a feature above this one uses nodes. */
export interface NodeUse {
  /** The names of what uses each node, such as queues; unused nodes are left out. */
  namesOf(nodeIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Whether something runs there whose end the node must still report. Part of the deletion, which has locked the node. */
  isBusy(manager: EntityManager, nodeId: string): Promise<boolean>;
  /** How many jobs run on all nodes, and how many wait for one. */
  countJobs(): Promise<JobCounts>;
}

/** Jobs of all users. */
export interface JobCounts {
  running: number;
  waiting: number;
}

/** The features that use nodes; each registers at start. */
@Injectable()
export class NodeUsageRegistry {
  private readonly uses: NodeUse[] = [];

  register(use: NodeUse): void {
    this.uses.push(use);
  }

  /** By node, the names of all that use it. */
  async namesOf(nodeIds: readonly string[]): Promise<Map<string, string[]>> {
    const names = new Map<string, string[]>();
    for (const use of this.uses) {
      for (const [nodeId, used] of await use.namesOf(nodeIds)) {
        names.set(nodeId, [...(names.get(nodeId) ?? []), ...used]);
      }
    }
    return names;
  }

  async countJobs(): Promise<JobCounts> {
    const counts = await Promise.all(this.uses.map((use) => use.countJobs()));
    const sumOf = (which: keyof JobCounts): number =>
      counts.reduce((sum, one) => sum + one[which], 0);
    return { running: sumOf('running'), waiting: sumOf('waiting') };
  }

  async isBusy(manager: EntityManager, nodeId: string): Promise<boolean> {
    for (const use of this.uses) {
      if (await use.isBusy(manager, nodeId)) {
        return true;
      }
    }
    return false;
  }
}
