import { Injectable } from '@nestjs/common';
import type { DiskUsage } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { measureFolder } from '../../../platform/file-space/listing/folder-size.js';
import { UserEntity } from '../../users/user.entity.js';
import { userUnknown } from '../../users/user.errors.js';
import type { SpaceQuota } from '../../spaces/space-provider.js';
import { QuotaReservations } from '../../spaces/quota-reservations.service.js';
import { DiskAccountEntity } from './disk-account.entity.js';
import { DiskPaths } from '../disk-paths.service.js';

/** Jobs write without asking, so what was measured is good for so long only. */
const freshMs = 60_000;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface DiskUser {
  userId: string;
  userName: string;
}

/**
 * What users keep and may keep. The filesystem is the truth: it is walked, at most once a minute for a user, and between
 * two walks the row, which all processes share, is moved by what the platform itself does.
 */
@Injectable()
export class DiskUsageService {
  private readonly walks = new Map<string, Promise<DiskAccountEntity>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly folders: DiskPaths,
    private readonly room: QuotaReservations,
  ) {}

  /** The user's limit, as transfer asks for it; null without one. */
  async quotaOf(user: DiskUser): Promise<SpaceQuota | null> {
    const limitBytes = (await this.find(user.userId))?.quotaBytes ?? null;
    return limitBytes === null ? null : this.toQuota(user, limitBytes);
  }

  async get(user: DiskUser): Promise<DiskUsage> {
    const { quotaBytes, usedBytes, trashBytes } = await this.measured(user);
    const freeBytes =
      quotaBytes === null ? null : await this.room.freeBytes(this.toQuota(user, quotaBytes));
    return { quotaBytes, usedBytes, trashBytes, freeBytes };
  }

  /** @throws DomainError 404 when there is no such user. */
  async getOf(userId: string): Promise<DiskUsage> {
    return this.get(await this.getUser(userId));
  }

  /** Null lifts the limit. What is there stays, whatever the limit. @throws DomainError 404 */
  async setQuota(userId: string, quotaBytes: number | null): Promise<DiskUsage> {
    const user = await this.getUser(userId);
    await this.dataSource
      .getRepository(DiskAccountEntity)
      .upsert({ userId, quotaBytes }, ['userId']);
    return this.get(user);
  }

  /** What was measured is no longer true: much went at once, and nobody knows how much. */
  async forget(userId: string): Promise<void> {
    await this.dataSource.getRepository(DiskAccountEntity).update({ userId }, { measuredAt: null });
  }

  private toQuota(user: DiskUser, limitBytes: number): SpaceQuota {
    return {
      account: `disk:${user.userId}`,
      limitBytes,
      usedBytes: async () => (await this.measured(user)).usedBytes,
      note: (deltaBytes) => this.note(user.userId, deltaBytes),
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

  private async measured(user: DiskUser): Promise<DiskAccountEntity> {
    const account = await this.find(user.userId);
    if (account?.measuredAt && account.measuredAt.getTime() > Date.now() - freshMs) {
      return account;
    }
    // Whoever asks while a walk goes on waits for that one.
    const walk = this.walks.get(user.userId) ?? this.measure(user);
    this.walks.set(user.userId, walk);
    try {
      return await walk;
    } finally {
      this.walks.delete(user.userId);
    }
  }

  /** What is noted during the walk is added to its outcome: the walk may have missed it. Counted twice, it is too much for a minute. */
  private async measure({ userId, userName }: DiskUser): Promise<DiskAccountEntity> {
    const folders = this.folders.of(userName);
    const accounts = this.dataSource.getRepository(DiskAccountEntity);
    await accounts.createQueryBuilder().insert().values({ userId }).orIgnore().execute();
    const { addedBytes } = await accounts.findOneByOrFail({ userId });
    const trashBytes = await measureFolder(folders.trash);
    const usedBytes = trashBytes + (await measureFolder(folders.root));
    await this.dataSource.query(
      `UPDATE disk_account
       SET used_bytes = $2 + added_bytes - $3, trash_bytes = $4, measured_at = now() WHERE user_id = $1`,
      [userId, usedBytes, addedBytes, trashBytes],
    );
    return accounts.findOneByOrFail({ userId });
  }

  private find(userId: string): Promise<DiskAccountEntity | null> {
    return this.dataSource.getRepository(DiskAccountEntity).findOneBy({ userId });
  }

  private async getUser(userId: string): Promise<DiskUser> {
    const user = uuidPattern.test(userId)
      ? await this.dataSource.getRepository(UserEntity).findOneBy({ id: userId })
      : null;
    if (!user) {
      throw userUnknown();
    }
    return { userId: user.id, userName: user.userName };
  }
}
