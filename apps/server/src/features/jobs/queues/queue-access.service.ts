import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { JobAnnouncer } from '../life/job-announcer.service.js';
import { DispatchRequests } from '../scheduling/dispatch-requests.service.js';
import { QueueAccessRepository, type AccessScope } from './queue-access.repository.js';

/**
 * Who may submit to which queue, and what becomes of jobs that wait there when that changes: they are held, and released when their
 * owner may submit again. What runs goes on.
 */
@Injectable()
export class QueueAccess {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: QueueAccessRepository,
    private readonly rights: UserRights,
    private readonly announcer: JobAnnouncer,
    private readonly requests: DispatchRequests,
    private readonly realtime: Realtime,
  ) {}

  /** Part of a transaction that relies on it. */
  async isGiven(manager: EntityManager, queueId: string, userId: string): Promise<boolean> {
    return (
      (await this.repository.isOpenTo(manager, queueId, userId)) ||
      (await this.listManagers(manager)).includes(userId)
    );
  }

  /**
   * Holds waiting jobs whose owners may no longer submit to their queues, and releases those held for that whose owners may again.
   * Call after the commit of what changed it; what an event missed is found by the sweep over the owners of open jobs. Safe to repeat.
   */
  async settle(scope: AccessScope = {}): Promise<void> {
    const managers = await this.listManagers(this.dataSource.manager);
    for (const backend of await this.repository.listUnsettled(scope, managers)) {
      const changed = await this.dataSource.transaction(async (manager) => {
        await lockInTransaction(manager, 'plan', backend);
        return this.repository.settle(manager, backend, scope, await this.listManagers(manager));
      });
      changed.forEach((job) => this.announcer.announce(job));
      this.requests.request(backend);
    }
  }

  /** After the commit: people came into a project or left it, or it was deleted or restored. */
  async projectChanged(projectId: string): Promise<void> {
    if (await this.repository.isNamed(projectId)) {
      this.announce();
      await this.settle({ projectId });
    }
  }

  /** After the commit: pages that show queues ask again for those they may see. */
  announce(): void {
    this.realtime.publish('queuesChanged', audience.topic({ topic: 'queues' }));
  }

  private listManagers(manager: EntityManager): Promise<string[]> {
    return this.rights.listHolders('queues.manage', manager);
  }
}
