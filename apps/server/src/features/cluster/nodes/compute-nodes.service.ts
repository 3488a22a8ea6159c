import { Injectable } from '@nestjs/common';
import type {
  ComputeNode,
  endpoints,
  EndpointParams,
  Enrolment,
  Language,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { NodeDrain } from '../draining/node-drain.service.js';
import { nodeCloned, nodeHeld } from '../draining/node-faults.js';
import { MetricRepository } from '../monitoring/metric.repository.js';
import type { NodeEntity } from '../node.entity.js';
import { definedOf } from '../../../platform/defined-of.js';
import { NodeClonedError, NodeNameTakenError } from '../node.errors.js';
import { NodeRepository } from '../node.repository.js';
import { RunEvents } from '../runs/run-events.service.js';
import { NodeAdmin } from './node-admin.service.js';
import type { PlatformReach } from './platform-origin.js';
import { toComputeNode } from './node.presenter.js';
import { NodeUsageRegistry } from './node-usage-registry.service.js';

/** Compute nodes. */
@Injectable()
export class ComputeNodes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly nodes: NodeRepository,
    private readonly admin: NodeAdmin,
    private readonly uses: NodeUsageRegistry,
    private readonly metrics: MetricRepository,
    private readonly drain: NodeDrain,
    private readonly runs: RunEvents,
    private readonly config: Config,
  ) {}

  /** By name. @param search part of a name, an address or a description; '' for all */
  async list(search: string, language: Language): Promise<ComputeNode[]> {
    const nodes = await this.nodes.listOfKind('compute', search);
    return nodes.map(await this.present(nodes, language));
  }

  /** @throws NodeNotFoundError */
  async get(id: string, language: Language): Promise<ComputeNode> {
    const node = await this.admin.get('compute', id);
    return (await this.present([node], language))(node);
  }

  /** @param id of the node whose own name is free for it. @throws NodeNameTakenError */
  async checkName(name: string, id: string | undefined): Promise<void> {
    if (await this.nodes.isNameTaken('compute', name, id)) {
      throw new NodeNameTakenError('compute');
    }
  }

  /**
   * Adds a compute node, or edits that of `id`.
   * @param reach where hosts reach the platform
   * @throws NodeNotFoundError, NodeNameTakenError
   */
  async save(
    input: EndpointParams<typeof endpoints.calculations.add>,
    reach: PlatformReach,
  ): Promise<{ id: string; enrolment: Enrolment | null }> {
    const { id } = input;
    const settings = definedOf({
      name: input.calculationName,
      lanIp: input.lanIp,
      description: input.calculationDescribe,
    });
    const saved = await this.dataSource.transaction(async (manager) => {
      if (id === undefined) {
        const { node, enrolment } = await this.admin.add(manager, 'compute', settings, reach);
        return { id: node.id, enrolment };
      }
      await this.admin.edit(manager, await this.admin.lock(manager, 'compute', id), settings);
      return { id, enrolment: null };
    });
    this.admin.changed('compute', saved.id);
    return saved;
  }

  /**
   * Takes a node out of service, or returns it. Doing it twice changes nothing.
   * @throws NodeNotFoundError, NodeClonedError
   */
  async hold(id: string, isHeld: boolean): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const node = await this.admin.lock(manager, 'compute', id);
      if (node.drainedReason === nodeCloned) {
        throw new NodeClonedError();
      }
      if ((node.drainedReason === nodeHeld) === isHeld) {
        return;
      }
      await (isHeld ? this.drain.hold(manager, id) : this.drain.release(manager, id));
      await this.admin.record(manager, node, { before: { isHeld: !isHeld }, after: { isHeld } });
    });
    this.admin.changed('compute', id);
    // What waits for it is planned anew.
    await this.runs.arrived(id);
  }

  /** How to show each of these nodes. */
  private async present(
    nodes: readonly NodeEntity[],
    language: Language,
  ): Promise<(node: NodeEntity) => ComputeNode> {
    const ids = nodes.map(({ id }) => id);
    const [queues, cpus] = await Promise.all([this.uses.namesOf(ids), this.metrics.latestCpu(ids)]);
    return (node) => {
      const facts = { queues: queues.get(node.id) ?? [], cpuUsed: cpus.get(node.id) ?? null };
      return toComputeNode(node, facts, language, this.config.timeZone);
    };
  }
}
