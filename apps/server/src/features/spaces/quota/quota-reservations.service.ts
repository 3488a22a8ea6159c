import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { Semaphore } from '../../../platform/concurrency.js';
import type { SpaceQuota } from '../space.js';
import { QuotaExceededError } from '../space.errors.js';

/** How many bytes are on their way to an account: promised, but not yet in `usedBytes`. */
export type PendingBytes = (manager: EntityManager, account: string) => Promise<number>;

/** Each holds a connection of the pool (10) while it waits for the account's lock: they must not take all. */
const reservationsAtOnce = 4;

/**
 * Keeps what comes into a space within its quota. What is under way counts already: uploads by their rows, other kinds
 * of transfer through `addPendingSource`.
 */
@Injectable()
export class QuotaReservations {
  private readonly turns = new Semaphore(reservationsAtOnce);
  private readonly sources: PendingBytes[] = [];

  constructor(private readonly dataSource: DataSource) {}

  /** Registers another kind of transfer that promises bytes to accounts. Call once, when the module starts. */
  addPendingSource(source: PendingBytes): void {
    this.sources.push(source);
  }

  /** What may still be added to an account; never negative. */
  async freeBytes(quota: SpaceQuota): Promise<number> {
    return Math.max(await this.freeIn(this.dataSource.manager, quota), 0);
  }

  /**
   * Opens a transaction, checks that the bytes fit, and lets `note` record them in it as promised (the row of an upload or a copy).
   * Of two concurrent calls the later sees what the earlier noted. `clear` first removes what the same caller had promised, so that it
   * does not block itself. Without a quota there is nothing to wait for.
   * @throws QuotaExceededError
   */
  async reserve<T>(
    quota: SpaceQuota | null,
    bytes: number,
    note: (manager: EntityManager) => Promise<T>,
    clear?: (manager: EntityManager) => Promise<void>,
  ): Promise<T> {
    if (!quota) {
      return note(this.dataSource.manager);
    }
    return this.turns.run(() =>
      this.dataSource.transaction(async (manager) => {
        await lockInTransaction(manager, 'quotaAccount', quota.account);
        await clear?.(manager);
        let freeBytes = await this.freeIn(manager, quota);
        if (bytes > 0 && bytes > freeBytes) {
          // A refusal rolls back what gave way.
          await quota.giveWay?.(manager, bytes - freeBytes);
          freeBytes = await this.freeIn(manager, quota);
        }
        if (bytes > 0 && bytes > freeBytes) {
          throw new QuotaExceededError(Math.max(freeBytes, 0), bytes, quota.isOthers);
        }
        return note(manager);
      }),
    );
  }

  /** Negative when more is there than may be. */
  private async freeIn(manager: EntityManager, quota: SpaceQuota): Promise<number> {
    let pendingBytes = 0;
    for (const source of this.sources) {
      pendingBytes += await source(manager, quota.account);
    }
    // After the pending: what is placed in between counts twice for a moment, never not at all.
    const usedBytes = await quota.usedBytes(manager);
    return quota.limitBytes - usedBytes - pendingBytes;
  }
}
