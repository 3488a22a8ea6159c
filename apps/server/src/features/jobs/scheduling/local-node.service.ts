import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { EnrolmentService } from '../../cluster/enrolment.service.js';

/** The queue that a standalone installation starts with. */
const localQueueName = 'local';

/**
 * The standalone launcher's own host as a compute node, with a queue `local` that every user may submit to. The agent
 * enrols as any other; only the token comes from the launcher in place of an administrator.
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
      const nodes = await manager.query<{ id: string }[]>(
        `INSERT INTO node (kind, name, lan_ip) VALUES ('compute', $1, '127.0.0.1')
         ON CONFLICT ON CONSTRAINT node_name_unique DO UPDATE SET name = excluded.name
         RETURNING id`,
        [localNode.name],
      );
      const id = nodes[0]?.id;
      if (!id) {
        throw new Error('The local node could not be registered.');
      }
      await manager.query(
        `INSERT INTO compute_queue (queue_name, is_open_to_everyone) VALUES ($1, true)
         ON CONFLICT ON CONSTRAINT compute_queue_name_unique DO NOTHING`,
        [localQueueName],
      );
      await manager.query(
        `INSERT INTO compute_queue_node (queue_id, node_id, cpus)
         SELECT id, $2, $3 FROM compute_queue WHERE queue_name = $1
         ON CONFLICT DO NOTHING`,
        [localQueueName, id, availableParallelism()],
      );
      return id;
    });
    await this.enrolment.allowEnrolment(nodeId, localNode.token);
  }
}
