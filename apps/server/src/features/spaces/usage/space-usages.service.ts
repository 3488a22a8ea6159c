import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { DiskUsage } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { Timings } from '../../../platform/timings.js';
import { QuotaReservations } from '../quota/quota-reservations.service.js';
import { spaceKeyText, type SpaceKey } from '../space-key.js';
import type { SpaceQuota } from '../space.js';
import type { SpaceAccount } from './space-account.js';
import { SpaceAccounts } from './space-accounts.repository.js';
import { SpaceMeasuring } from './space-measuring.service.js';
import { FileVersionRepository } from '../versions/file-version.repository.js';
import { VersionKeeping } from '../versions/version-keeping.service.js';

/** Jobs write without asking, so a figure expires: after this many times the duration of its measuring. */
const freshTimes = 20;
const maxFreshMs = 60_000;
/** A shown figure that would expire within this time is measured now: there may be no later request. */
const followMs = 2_000;
/** A call that waits for the first measuring looks this often. */
const lookMs = 100;

/**
 * What spaces keep and may keep, as it is written down: decided on at once, whatever the size of a space. What the platform itself
 * does moves the figure in the same moment. The filesystem is the truth: when the figure is old, the worker is asked to measure, and
 * nobody waits for it.
 */
@Injectable()
export class SpaceUsages {
  constructor(
    private readonly accounts: SpaceAccounts,
    private readonly measuring: SpaceMeasuring,
    private readonly room: QuotaReservations,
    private readonly timings: Timings,
    private readonly versions: FileVersionRepository,
    private readonly keeping: VersionKeeping,
  ) {}

  /** The limit of a space, as uploads and copies ask for it; null without one. */
  async quotaOf(key: SpaceKey): Promise<SpaceQuota | null> {
    const account = await this.accounts.find(key);
    const limitBytes = account?.quotaBytes ?? null;
    if (limitBytes === null) {
      return null;
    }
    this.refresh(key, account);
    return this.toQuota(key, limitBytes);
  }

  /** The figures of now; before the first measuring this waits for it, for a moment. */
  async get(key: SpaceKey): Promise<DiskUsage> {
    const account = await this.measured(key);
    const { quotaBytes = null, usedBytes = 0, trashBytes = 0 } = account ?? {};
    const freeBytes =
      quotaBytes === null ? null : await this.room.freeBytes(this.toQuota(key, quotaBytes));
    // Versions lie in the folder of the trash, and are measured with it.
    const versionBytes = Math.min(await this.versions.sizeOf(key), trashBytes);
    return {
      quotaBytes,
      usedBytes,
      trashBytes: trashBytes - versionBytes,
      versionBytes,
      freeBytes,
    };
  }

  /** Asks for a first measuring where nobody waits for its figure. */
  measureSoon(key: SpaceKey): void {
    this.measuring.request(key);
  }

  /** What is known at this moment, without waiting; null bytes: the space was not measured yet. */
  async glance(key: SpaceKey): Promise<{ usedBytes: number | null; quotaBytes: number | null }> {
    const account = await this.accounts.find(key);
    this.follow(key, account);
    return {
      usedBytes: account?.measuredAt ? account.usedBytes : null,
      quotaBytes: account?.quotaBytes ?? null,
    };
  }

  /**
   * Sets the limit; null lifts it. What is there stays, whatever the limit.
   * @returns the limit before
   */
  async setQuota(
    manager: EntityManager,
    key: SpaceKey,
    quotaBytes: number | null,
  ): Promise<number | null> {
    const before = await this.accounts.find(key, manager);
    await this.accounts.setQuota(manager, key, quotaBytes);
    return before?.quotaBytes ?? null;
  }

  /** After the platform put bytes into a space, or took them out (negative), quota or not; `trashBytes` of them in its trash. */
  note(key: SpaceKey, deltaBytes: number, trashBytes = 0): Promise<void> {
    return this.accounts.note(key, deltaBytes, trashBytes);
  }

  private toQuota(key: SpaceKey, limitBytes: number): SpaceQuota {
    return {
      account: spaceKeyText(key),
      limitBytes,
      usedBytes: async (manager) => (await this.accounts.find(key, manager))?.usedBytes ?? 0,
      giveWay: (manager, bytes) => this.keeping.giveWay(manager, key, bytes),
    };
  }

  private async measured(key: SpaceKey): Promise<SpaceAccount | null> {
    const endsAt = Date.now() + this.timings.files.firstMeasuringMs;
    let account = await this.accounts.find(key);
    this.follow(key, account);
    while (!account?.measuredAt && Date.now() < endsAt) {
      await setTimeout(lookMs);
      account = await this.accounts.find(key);
    }
    return account;
  }

  /** For a decision, which can rely on the noted figure. */
  private refresh(key: SpaceKey, account: SpaceAccount | null): void {
    if (ageOf(account) > maxFreshMs) {
      this.measuring.request(key);
    }
  }

  /** For a page, which is told when measuring changes the figure. */
  private follow(key: SpaceKey, account: SpaceAccount | null): void {
    const takenMs = account?.measuringMs ?? maxFreshMs;
    const freshMs = Math.min(takenMs * freshTimes, maxFreshMs);
    if (ageOf(account) > freshMs - followMs) {
      this.measuring.request(key);
    }
  }
}

/** How long ago it was measured, ms. */
function ageOf(account: SpaceAccount | null): number {
  return Date.now() - (account?.measuredAt?.getTime() ?? 0);
}
