import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../platform/http/access/principal.js';
import type { SpaceQuota } from '../../spaces/space.js';
import { QuotaReservations } from '../../spaces/quota/quota-reservations.service.js';
import { UploadBatches } from './upload-batch.service.js';
import type { FormTarget } from './upload-form.js';
import { rowOfTarget } from '../upload-target.js';
import { UploadRepository } from '../upload.repository.js';

/** Bytes promised to a form; `quota` null where none is needed. */
interface Held {
  rowId: string;
  quota: SpaceQuota | null;
}

/** Keeps room in a quota while a form of whole files comes in: one row for the form, whatever the number of its files. */
@Injectable()
export class QuotaHolds {
  constructor(
    private readonly batches: UploadBatches,
    private readonly room: QuotaReservations,
    private readonly uploads: UploadRepository,
  ) {}

  /** Checks that the caller may write to the target, and holds the bytes. */
  async open(caller: Principal, target: FormTarget, bytes: number): Promise<Held> {
    const { quota } = await this.batches.checkTarget(caller, target);
    const rowId = randomBytes(16).toString('hex');
    if (quota) {
      await this.room.reserve(quota, bytes, (manager) =>
        this.uploads.insert(manager, {
          ...rowOfTarget(caller, { ...target, targetDir: target.dir, fileName: '' }),
          id: rowId,
          sizeBytes: bytes,
          metadata: {},
          quotaAccount: quota.account,
          quotaBytes: bytes,
        }),
      );
    }
    return { rowId, quota };
  }

  /** Now that it is known how much it is. */
  async change({ rowId, quota }: Held, bytes: number): Promise<void> {
    if (quota) {
      await this.room.reserve(
        quota,
        bytes,
        (manager) => this.uploads.setQuotaBytes(manager, rowId, bytes),
        (manager) => this.uploads.setQuotaBytes(manager, rowId, 0),
      );
    }
  }

  async release({ rowId, quota }: Held): Promise<void> {
    if (quota) {
      await this.uploads.delete(rowId);
    }
  }
}

/** What one form holds. Its target may turn out to be another one: fields may come after the files. */
export class QuotaHold {
  private target = '';
  private held: Promise<Held> | null = null;

  constructor(
    private readonly holds: QuotaHolds,
    private readonly caller: Principal,
  ) {}

  /** Once for each target, also when several files ask at once. @throws QuotaExceededError and what refuses the target. */
  async open(target: FormTarget, bytes: number): Promise<void> {
    const key = JSON.stringify(target);
    if (this.target !== key) {
      const before = this.held;
      this.target = key;
      this.held = this.replace(before, target, bytes);
    }
    await this.held;
  }

  async change(bytes: number): Promise<void> {
    const held = await this.held;
    if (held) {
      await this.holds.change(held, bytes);
    }
  }

  async release(): Promise<void> {
    // One that was refused holds nothing.
    const held = await this.held?.catch(() => null);
    if (held) {
      await this.holds.release(held);
    }
  }

  private async replace(
    before: Promise<Held> | null,
    target: FormTarget,
    bytes: number,
  ): Promise<Held> {
    const old = await before;
    if (old) {
      await this.holds.release(old);
    }
    return this.holds.open(this.caller, target, bytes);
  }
}
