import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Semaphore } from '../../platform/concurrency.js';
import type { SpaceQuota } from './space-provider.js';
import { QuotaExceededError } from './space.errors.js';
import { UploadEntity } from '../uploads/upload.entity.js';

/** How many bytes are on their way to an account: promised, but not yet in `usedBytes`. */
export type PendingBytes = (manager: EntityManager, account: string) => Promise<number>;

/** `reserve` holds one connection of the pool (10) and `usedBytes` may ask for another: never let all wait for one more. */
const reservationsAtOnce = 4;

/**
 * Keeps what comes into a space within its quota. What is under way counts already: uploads by their rows, other kinds
 * of transfer through `addPendingSource`.
 */
@Injectable()
export class QuotaReservations {
  private readonly turns = new Semaphore(reservationsAtOnce);
  private readonly sources: PendingBytes[] = [pendingUploads];

  constructor(private readonly dataSource: DataSource) {}

  /** Registers another kind of transfer that promises bytes to accounts. Call once, when the module starts. */
  addPendingSource(source: PendingBytes): void {
    this.sources.push(source);
  }

  /** What may still be added to an account; never negative. */
  async freeBytes(quota: SpaceQuota): Promise<number> {
    return this.freeIn(this.dataSource.manager, quota);
  }

  /**
   * Opens a transaction, sees that the bytes fit, and lets `note` write down in it that they are promised (an upload's or
   * a copy's row). Of two that come at once the later sees what the earlier noted. Without a quota nothing is checked.
   * @throws QuotaExceededError
   */
  async reserve<T>(
    quota: SpaceQuota | null,
    bytes: number,
    note: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.turns.run(() =>
      this.dataSource.transaction(async (manager) => {
        if (quota) {
          await this.assertFits(manager, quota, bytes);
        }
        return note(manager);
      }),
    );
  }

  /**
   * Within the caller's transaction: waits until no other transaction is deciding about the account, then checks. Others
   * wait until the transaction ends, so end it soon; prefer `reserve`, which bounds how many wait at once.
   * @throws QuotaExceededError
   */
  async assertFits(manager: EntityManager, quota: SpaceQuota, bytes: number): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `quota:${quota.account}`,
    ]);
    const freeBytes = await this.freeIn(manager, quota);
    if (bytes > 0 && bytes > freeBytes) {
      throw new QuotaExceededError(freeBytes, bytes);
    }
  }

  private async freeIn(manager: EntityManager, quota: SpaceQuota): Promise<number> {
    let pendingBytes = 0;
    for (const source of this.sources) {
      pendingBytes += await source(manager, quota.account);
    }
    // After the pending: what is placed in between counts twice for a moment, never not at all.
    const usedBytes = await quota.usedBytes();
    return Math.max(quota.limitBytes - usedBytes - pendingBytes, 0);
  }
}

async function pendingUploads(manager: EntityManager, account: string): Promise<number> {
  const { total } = (await manager
    .createQueryBuilder(UploadEntity, 'upload')
    .select('coalesce(sum(upload.quotaBytes), 0)', 'total')
    .where('upload.quotaAccount = :account AND upload.placedPath IS NULL', { account })
    .getRawOne<{ total: string }>()) ?? { total: '0' };
  return Number(total);
}
