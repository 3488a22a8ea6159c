import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { isTaken } from '../../../platform/database/is-taken.js';
import { EnrolmentService } from '../../cluster/agents/enrolment.service.js';
import { nameColumns } from '../../users/names/user-name.js';

/** The queue that a standalone installation starts with. */
const localQueueName = 'local';

/**
 * The standalone launcher's own host as a compute node. The agent enrols like any other; only the token comes from the launcher
 * instead of an administrator. When the node is first registered it comes into a queue `local`, which is made for it, open to
 * everyone, if there is none of that name. From then on that is a queue like any other: administrators change and delete it.
 */
@Injectable()
export class LocalNodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly enrolment: EnrolmentService,
    private readonly config: Config,
  ) {}

  async register(): Promise<void> {
    const { localNode } = this.config;
    if (!localNode) {
      return;
    }
    const nodeId = await this.dataSource.transaction(async (manager) => {
      const { id, isNew } = await this.registerNode(manager, localNode.name);
      if (isNew) {
        await this.giveQueue(manager, id);
      }
      return id;
    });
    await this.enrolment.allowEnrolment(nodeId, localNode.token);
  }

  private async giveQueue(manager: EntityManager, nodeId: string): Promise<void> {
    await manager.query(
      `INSERT INTO compute_queue (queue_name, is_open_to_everyone) VALUES ($1, true)
       ON CONFLICT ON CONSTRAINT compute_queue_name_unique DO NOTHING`,
      [localQueueName],
    );
    await manager.query(
      `INSERT INTO compute_queue_node (queue_id, node_id, cpus)
       SELECT id, $2, $3 FROM compute_queue WHERE queue_name = $1
       ON CONFLICT DO NOTHING`,
      [localQueueName, nodeId, availableParallelism()],
    );
  }

  /** Host names are the same in small letters and capitals: the node takes the host's spelling. */
  private async registerNode(
    manager: EntityManager,
    name: string,
  ): Promise<{ id: string; isNew: boolean }> {
    const { nameKey, nameLook } = nameColumns(name);
    const [known] = await manager.query<[unknown[], number]>(
      `UPDATE node SET name = $1, name_key = $2, name_look = $3 WHERE id = (
         SELECT id FROM node WHERE kind = 'compute' AND lower(name) = lower($1)
         ORDER BY name <> $1, created_at LIMIT 1)
       RETURNING id`,
      [name, nameKey, nameLook],
    );
    const [node] = await manager
      .query<{ id: string }[]>(
        `INSERT INTO node (kind, name, name_key, name_look, lan_ip) VALUES ('compute', $1, $2, $3, '127.0.0.1')
         ON CONFLICT ON CONSTRAINT node_name_unique DO UPDATE SET name = excluded.name
         RETURNING id`,
        [name, nameKey, nameLook],
      )
      .catch((error: unknown) => {
        // Nodes whose names look the same could be taken for each other.
        const twin = `Another node has a name that looks like ${name}. Give this host, or that node, another name.`;
        throw isTaken(error) ? new Error(twin) : error;
      });
    if (!node) {
      throw new Error('The local node could not be registered.');
    }
    return { id: node.id, isNew: known.length === 0 };
  }
}
