import { Injectable } from '@nestjs/common';
import type { BulkAnswer, DiskUsage } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import type { SpaceKey } from '../../spaces/space-key.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { userTarget } from '../../users/audit-targets.js';
import { UserAnswers } from '../../users/edit/user-answers.service.js';
import { Grants } from '../../users/rights/grants.service.js';
import { UserAccounts } from '../../users/user-accounts.service.js';
import { UserUnknownError } from '../../users/user.errors.js';
import { DiskOwners } from '../disk-owner.repository.js';
import { mayUseDisk } from '../disk.policy.js';
import { defaultQuota } from './default-quota.setting.js';

/** Usage and quotas of users' disks. */
@Injectable()
export class DiskUsageService {
  constructor(
    private readonly usages: SpaceUsages,
    private readonly owners: DiskOwners,
    private readonly dataSource: DataSource,
    private readonly users: UserAccounts,
    private readonly grants: Grants,
    private readonly answers: UserAnswers,
    private readonly audit: AuditTrail,
    private readonly settings: Settings,
  ) {}

  /** The current figures; briefly waits for the first measurement. */
  get({ userId }: { userId: string }): Promise<DiskUsage> {
    return this.usages.get(keyOf(userId));
  }

  /** What is known now, without waiting. Null for users without a disk. */
  async glance(
    user: { userId: string } & Parameters<typeof mayUseDisk>[0],
  ): Promise<{ usedBytes: number | null; quotaBytes: number | null } | null> {
    return mayUseDisk(user) ? this.usages.glance(keyOf(user.userId)) : null;
  }

  /** @throws DomainError 404 when there is no such user. */
  async getOf(userId: string): Promise<DiskUsage> {
    if (!(await this.owners.findHomeKey(userId))) {
      throw new UserUnknownError();
    }
    return this.get({ userId });
  }

  /**
   * Null removes the limit. Existing files stay, whatever the limit.
   * @throws DomainError 403 for a user with more rights than the caller, 404
   */
  async setQuota(caller: Principal, userId: string, quotaBytes: number | null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const giver = await this.grants.begin(manager, caller);
      const user = await this.users.getSubject(manager, userId);
      await this.grants.assertHoldsAsMuch(manager, giver, user);
      const before = await this.usages.setQuota(manager, keyOf(userId), quotaBytes);
      await this.audit.record(manager, {
        target: userTarget(user),
        details: {
          before: { quotaBytes: before },
          after: { quotaBytes },
        },
      });
    });
  }

  /** Gives a new user the quota of the settings, where they say one. */
  async giveDefaultQuota(manager: EntityManager, userId: string): Promise<void> {
    const quotaBytes = await this.settings.get(defaultQuota, manager);
    if (quotaBytes !== null) {
      await this.usages.setQuota(manager, keyOf(userId), quotaBytes);
    }
  }

  /** Decides for each user separately; a refusal does not affect the others. */
  setQuotas(
    caller: Principal,
    ids: readonly string[],
    quotaBytes: number | null,
  ): Promise<BulkAnswer[]> {
    return this.answers.each(caller, ids, (id) => this.setQuota(caller, id, quotaBytes));
  }
}

function keyOf(userId: string): SpaceKey {
  return { space: 'disk', spaceId: userId };
}
