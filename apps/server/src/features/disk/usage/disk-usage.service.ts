import { Injectable } from '@nestjs/common';
import type { DiskUsage } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { QuotaReservations } from '../../spaces/quota/quota-reservations.service.js';
import type { SpaceQuota } from '../../spaces/space.js';
import { UserUnknownError } from '../../users/user.errors.js';
import { mayUseDisk } from '../disk.policy.js';
import { DiskOwners } from '../disk-owner.repository.js';
import { DiskAccountEntity } from './disk-account.entity.js';
import { DiskMeasuring } from './disk-measuring.service.js';

/** Jobs write without asking, so what was measured is good for so long only. */
const freshMs = 60_000;
/** How long a call that shows figures waits for the first measuring, and how often it looks. */
const firstMs = 2_000;
const lookMs = 100;

interface DiskUser {
  userId: string;
}

/**
 * What users keep and may keep, as it is written down: decided on at once, whatever the size of a disk. The filesystem is
 * the truth: when a figure is older than a minute, the worker is asked to measure, and nobody waits for it.
 */
@Injectable()
export class DiskUsageService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly owners: DiskOwners,
    private readonly measuring: DiskMeasuring,
    private readonly room: QuotaReservations,
  ) {}

  /** The user's limit, as uploads and copies ask for it; null without one. */
  async quotaOf(user: DiskUser): Promise<SpaceQuota | null> {
    const account = await this.find(user.userId);
    const limitBytes = account?.quotaBytes ?? null;
    if (limitBytes === null) {
      return null;
    }
    await this.refresh(user.userId, account);
    return this.toQuota(user, limitBytes);
  }

  /** The figures of now; before the first measuring this waits for it, for a moment. */
  async get(user: DiskUser): Promise<DiskUsage> {
    const account = await this.measured(user.userId);
    const { quotaBytes = null, usedBytes = 0, trashBytes = 0 } = account ?? {};
    const freeBytes =
      quotaBytes === null ? null : await this.room.freeBytes(this.toQuota(user, quotaBytes));
    return { quotaBytes, usedBytes, trashBytes, freeBytes };
  }

  /**
   * What is known at this moment, without waiting; null bytes: the disk was not measured yet. Null at all for who has no disk.
   */
  async glance(
    user: DiskUser & Parameters<typeof mayUseDisk>[0],
  ): Promise<{ usedBytes: number | null; quotaBytes: number | null } | null> {
    if (!mayUseDisk(user)) {
      return null;
    }
    const account = await this.find(user.userId);
    await this.refresh(user.userId, account);
    return {
      usedBytes: account?.measuredAt ? account.usedBytes : null,
      quotaBytes: account?.quotaBytes ?? null,
    };
  }

  /** @throws DomainError 404 when there is no such user. */
  async getOf(userId: string): Promise<DiskUsage> {
    return this.get(await this.getUser(userId));
  }

  /** What was measured is no longer true: much went at once, and nobody knows how much. */
  async forget(userId: string): Promise<void> {
    await this.dataSource.getRepository(DiskAccountEntity).update({ userId }, { measuredAt: null });
    await this.measuring.request(userId);
  }

  private toQuota({ userId }: DiskUser, limitBytes: number): SpaceQuota {
    return {
      account: `disk:${userId}`,
      limitBytes,
      usedBytes: async (manager) => (await this.find(userId, manager))?.usedBytes ?? 0,
      note: (deltaBytes) => this.note(userId, deltaBytes),
    };
  }

  private async note(userId: string, deltaBytes: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE disk_account
       SET used_bytes = greatest(used_bytes + $2, 0), added_bytes = added_bytes + greatest($2, 0)
       WHERE user_id = $1`,
      [userId, deltaBytes],
    );
  }

  private async measured(userId: string): Promise<DiskAccountEntity | null> {
    const endsAt = Date.now() + firstMs;
    let account = await this.find(userId);
    await this.refresh(userId, account);
    while (!account?.measuredAt && Date.now() < endsAt) {
      await new Promise((resolve) => setTimeout(resolve, lookMs));
      account = await this.find(userId);
    }
    return account;
  }

  private async refresh(userId: string, account: DiskAccountEntity | null): Promise<void> {
    if ((account?.measuredAt?.getTime() ?? 0) < Date.now() - freshMs) {
      await this.measuring.request(userId);
    }
  }

  private find(
    userId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<DiskAccountEntity | null> {
    return manager.getRepository(DiskAccountEntity).findOneBy({ userId });
  }

  private async getUser(userId: string): Promise<DiskUser> {
    if (!(await this.owners.findHomeKey(userId))) {
      throw new UserUnknownError();
    }
    return { userId };
  }
}
