import { Injectable } from '@nestjs/common';
import type { BulkAnswer } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { userTarget } from '../../users/audit-targets.js';
import { UserAnswers } from '../../users/edit/user-answers.service.js';
import { Grants } from '../../users/rights/grants.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';

/** How much users may keep: set for one, or for several at once. */
@Injectable()
export class DiskQuotas {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UserAccounts,
    private readonly grants: Grants,
    private readonly answers: UserAnswers,
    private readonly usages: SpaceUsages,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Null lifts the limit. What is there stays, whatever the limit.
   * @throws DomainError 403 for a user who holds more than the caller, 404
   */
  async set(caller: Principal, userId: string, quotaBytes: number | null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const user = await this.users.getSubject(manager, userId);
      await this.grants.assertHoldsAsMuch(manager, giver, user);
      const key = { space: 'disk', spaceId: userId } as const;
      const before = await this.usages.setQuota(manager, key, quotaBytes);
      await this.audit.record(manager, {
        target: userTarget(user),
        details: {
          before: { quotaBytes: before },
          after: { quotaBytes },
        },
      });
    });
  }

  /** One decision for each user; who is refused does not hold the others. */
  setMany(
    caller: Principal,
    ids: readonly string[],
    quotaBytes: number | null,
  ): Promise<BulkAnswer[]> {
    return this.answers.each(caller, ids, (id) => this.set(caller, id, quotaBytes));
  }
}
