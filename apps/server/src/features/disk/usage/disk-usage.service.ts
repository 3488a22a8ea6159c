import { Injectable } from '@nestjs/common';
import type { DiskUsage } from '@clusterdesk/contracts';
import type { SpaceKey } from '../../spaces/space-key.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { UserUnknownError } from '../../users/user.errors.js';
import { DiskOwners } from '../disk-owner.repository.js';
import { mayUseDisk } from '../disk.policy.js';

/** What users keep on their disks and may keep. */
@Injectable()
export class DiskUsageService {
  constructor(
    private readonly usages: SpaceUsages,
    private readonly owners: DiskOwners,
  ) {}

  /** The figures of now; before the first measuring this waits for it, for a moment. */
  get({ userId }: { userId: string }): Promise<DiskUsage> {
    return this.usages.get(keyOf(userId));
  }

  /** What is known at this moment, without waiting. Null for users without a disk. */
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
}

function keyOf(userId: string): SpaceKey {
  return { space: 'disk', spaceId: userId };
}
