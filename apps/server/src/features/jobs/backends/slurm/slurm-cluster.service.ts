import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EndpointAnswer, jobEndpoints, Language } from '@clusterdesk/contracts';
import { Config } from '../../../../config/config.js';
import { Timings } from '../../../../platform/timings.js';
import {
  nodeColumns,
  readNodes,
  readPartitions,
  type SlurmNode,
  type SlurmPartition,
} from './slurm-answers.js';
import { QueueSlurmOffError } from '../../queues/queue.errors.js';
import type { BackendLoad } from '../compute-backend.js';
import { SlurmCommands } from './slurm-commands.service.js';

/** The partitions and nodes of Slurm at one moment. */
interface Snapshot {
  partitions: SlurmPartition[];
  nodes: SlurmNode[];
}

/** Why there are no partitions to see, for who gives them to queues. */
const isOff = new QueueSlurmOffError().sentence;
const isAway = {
  cn: 'Slurm 暂时没有响应，请稍后重试',
  en: 'Slurm does not answer at the moment. Try again later.',
};

/** One answer of Slurm serves all questions within this time, milliseconds. */
const freshMs = 5_000;

/** What Slurm's cluster consists of, and in which state it is. */
@Injectable()
export class SlurmCluster {
  private latest: Promise<Snapshot | null> | undefined;
  private readAt = -Infinity;

  constructor(
    private readonly config: Config,
    private readonly timings: Timings,
    private readonly commands: SlurmCommands,
  ) {}

  /** Partitions and nodes, or why there are none to see. */
  async list(language: Language): Promise<EndpointAnswer<typeof jobEndpoints.slurmList>> {
    const snapshot = await this.read();
    if (!snapshot) {
      const reason = this.config.slurm ? isAway : isOff;
      return { reason: reason[language], partitions: [], nodes: [] };
    }
    const { partitions, nodes } = snapshot;
    return {
      reason: '',
      partitions: partitions.map((partition) => {
        const own = nodes.filter((node) => node.partitions.includes(partition.name));
        const sum = (count: (node: SlurmNode) => number): number =>
          own.reduce((total, node) => total + count(node), 0);
        return {
          ...partition,
          nodes: own.map(({ name }) => name),
          cpus: {
            allocated: sum(({ cpus }) => cpus.allocated),
            idle: sum(({ cpus }) => cpus.idle),
            total: sum(({ cpus }) => cpus.total),
          },
        };
      }),
      nodes,
    };
  }

  /** The most CPUs that one node of these partitions gives, of Slurm's default when there are none; null when Slurm does not say. */
  async mostCpus(names: readonly string[]): Promise<number | null> {
    const snapshot = await this.read();
    if (!snapshot) {
      return null;
    }
    const { nodes } = snapshot;
    const own = partitionsOf(snapshot, names);
    const most = own.flatMap(({ name, mostCpusPerNode }) =>
      nodes
        .filter((node) => node.partitions.includes(name))
        .map(({ cpus }) => Math.min(cpus.total, mostCpusPerNode ?? Infinity)),
    );
    return Math.max(0, ...most);
  }

  /** How busy the nodes of these partitions are; null when Slurm does not say. */
  async loadOf(names: readonly string[]): Promise<BackendLoad | null> {
    const snapshot = await this.read();
    if (!snapshot) {
      return null;
    }
    const own = new Set(partitionsOf(snapshot, names).map(({ name }) => name));
    const cpus = snapshot.nodes
      .filter((node) => node.partitions.some((name) => own.has(name)))
      .map((node) => node.cpus);
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
    return {
      usedCpus: sum(cpus.map(({ allocated }) => allocated)),
      totalCpus: sum(cpus.map(({ total }) => total)),
      freeCpus: sum(cpus.map(({ idle }) => idle)),
      mostFreeCpus: Math.max(0, ...cpus.map(({ idle }) => idle)),
    };
  }

  /** Null when Slurm is not used, or does not answer while somebody waits. */
  private read(): Promise<Snapshot | null> {
    const now = performance.now();
    if (!this.latest || now - this.readAt >= freshMs) {
      this.readAt = now;
      this.latest = this.ask();
    }
    return Promise.race([
      this.latest,
      setTimeout(this.timings.jobs.slurmListMs, null, { ref: false }),
    ]);
  }

  private async ask(): Promise<Snapshot | null> {
    const [partitions, nodes] = await Promise.all([
      this.commands.run('scontrol', 'show', 'partition', '-o'),
      this.commands.run('sinfo', '-h', '-N', '-o', nodeColumns),
    ]);
    return partitions.state === 'answered' && nodes.state === 'answered'
      ? { partitions: readPartitions(partitions.text), nodes: readNodes(nodes.text) }
      : null;
  }
}

/** The partitions of these names; without names, Slurm's default. */
function partitionsOf({ partitions }: Snapshot, names: readonly string[]): Snapshot['partitions'] {
  return partitions.filter(({ name, isDefault }) =>
    names.length > 0 ? names.includes(name) : isDefault,
  );
}
