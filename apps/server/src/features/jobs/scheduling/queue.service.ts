import { Injectable } from '@nestjs/common';
import type { EndpointParams, jobEndpoints } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { QueueNotFoundError, UsualTimeTooLongError } from '../job.errors.js';
import { QueueRepository } from './queue.repository.js';

/** What administrators do with queues. */
@Injectable()
export class QueueService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: QueueRepository,
    private readonly audit: AuditTrail,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
  ) {}

  /** Changes what jobs get that are submitted from now on; earlier ones keep what they have. */
  async edit(input: EndpointParams<typeof jobEndpoints.queueEdit>): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const queue = await this.queues.edit(manager, input);
      if (!queue) {
        throw new QueueNotFoundError();
      }
      const { queueName, ...after } = queue;
      const { defaultMinutes, maxMinutes } = after;
      if (defaultMinutes > maxMinutes) {
        throw new UsualTimeTooLongError(maxMinutes);
      }
      await this.audit.record(manager, {
        target: { type: 'queue', id: input.id, name: queueName },
        details: after,
      });
      this.afterCommit.run(manager, () =>
        this.realtime.publish('queuesChanged', audience.topic({ topic: 'queues' })),
      );
    });
  }
}
