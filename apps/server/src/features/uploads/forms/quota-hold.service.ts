import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../../platform/concurrency.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import type { SpaceQuota } from '../../spaces/space.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { QuotaExceededError } from '../../spaces/space.errors.js';
import { QuotaReservations } from '../../spaces/quota/quota-reservations.service.js';
import type { WriteRoom } from '../../spaces/storage/disk-room.service.js';
import { UploadBatches } from './upload-batch.service.js';
import type { FormTarget } from './upload-form.js';
import { FieldsFirstError, UploadNotFoundError } from '../upload.errors.js';
import { rowOfTarget } from '../upload-target.js';
import { UploadRepository } from '../upload.repository.js';

/** What comes in without a known length is promised in steps of so much, or of as much as it needs where that is all there is. */
const stepBytes = 16 * 1024 * 1024;
/** A promise is written down again so often, lest it be taken for that of a process that died; milliseconds. */
const refreshMs = 3_600_000;
/** Where files count until the form says where they go. */
const ownDisk: FormTarget = { ref: { space: 'disk' }, dir: '/', conflict: 'refuse' };

/** Bytes promised to a form; `quota` null where none is needed. */
interface Held {
  rowId: string;
  quota: SpaceQuota | null;
}

/** Keeps room in a quota while a form of whole files comes in: one row for the form, whatever the number of its files. */
@Injectable()
export class QuotaHolds {
  constructor(
    private readonly access: SpaceAccess,
    private readonly batches: UploadBatches,
    private readonly room: QuotaReservations,
    private readonly uploads: UploadRepository,
  ) {}

  /** Checks that the caller may write to the target, and holds the bytes. */
  async open(caller: Principal, target: FormTarget, bytes: number): Promise<Held> {
    const { quota } = await this.batches.checkTarget(caller, target);
    return this.hold(caller, target, quota, bytes);
  }

  /** Holds the bytes in the caller's own disk, whatever he may do there: it is not known yet where they go. */
  async openOwn(caller: Principal, bytes: number): Promise<Held> {
    const { quota } = await this.access.open(caller, ownDisk.ref);
    return this.hold(caller, ownDisk, quota, bytes);
  }

  private async hold(
    caller: Principal,
    target: FormTarget,
    quota: SpaceQuota | null,
    bytes: number,
  ): Promise<Held> {
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

  /** Now that it is known how much it is. @throws QuotaExceededError; UploadNotFoundError when nothing is promised any more */
  async change({ rowId, quota }: Held, bytes: number): Promise<void> {
    if (quota) {
      const isKept = await this.room.reserve(
        quota,
        bytes,
        (manager) => this.uploads.setQuotaBytes(manager, rowId, bytes),
        async (manager) => void (await this.uploads.setQuotaBytes(manager, rowId, 0)),
      );
      if (!isKept) {
        throw new UploadNotFoundError();
      }
    }
  }

  async release({ rowId, quota }: Held): Promise<void> {
    if (quota) {
      await this.uploads.delete(rowId);
    }
  }
}

/**
 * What one form holds in a quota: all that it has in staging, before it is written there. Its target may turn out to be another
 * one, for fields may come after the files; while there is none, the files count against the caller's own disk.
 */
export class QuotaHold implements WriteRoom {
  private target = '';
  private held: Held | null = null;
  private promisedBytes = 0;
  private promisedAt = 0;
  private claimedBytes = 0;
  /** Several files of a form come at once. */
  private readonly changing = new Semaphore(1);

  constructor(
    private readonly holds: QuotaHolds,
    private readonly disk: WriteRoom,
    private readonly caller: Principal,
  ) {}

  /** Holds at least the bytes that came already. @throws QuotaExceededError and what refuses the target. */
  async open(target: FormTarget, bytes: number): Promise<void> {
    await this.changing.run(async () => {
      const key = JSON.stringify(target);
      if (this.target !== key) {
        await this.releaseHeld();
        const wanted = Math.max(bytes, this.claimedBytes);
        this.held = await this.holds.open(this.caller, target, wanted);
        this.target = key;
        this.notePromised(wanted);
      }
    });
  }

  /** Asked before bytes of a file are written into staging. @throws QuotaExceededError, FieldsFirstError, NoSpaceLeftError */
  async claim(bytes: number): Promise<void> {
    this.claimedBytes += bytes;
    if (!this.isCovered()) {
      await this.changing.run(() => this.cover());
    }
    await this.disk.claim(bytes);
  }

  /** Now that all is there: exactly so much. */
  async change(bytes: number): Promise<void> {
    await this.changing.run(() => this.promise(bytes));
  }

  async release(): Promise<void> {
    await this.changing.run(() => this.releaseHeld());
  }

  private isCovered(): boolean {
    return (
      this.held !== null &&
      this.claimedBytes <= this.promisedBytes &&
      Date.now() - this.promisedAt < refreshMs
    );
  }

  private async cover(): Promise<void> {
    if (this.isCovered()) {
      return;
    }
    try {
      this.held ??= await this.holds.openOwn(this.caller, 0);
      if (this.claimedBytes <= this.promisedBytes) {
        await this.promise(this.promisedBytes);
        return;
      }
      await this.promise(this.claimedBytes + stepBytes).catch(async (error: unknown) => {
        if (!(error instanceof QuotaExceededError)) {
          throw error;
        }
        await this.promise(this.claimedBytes);
      });
    } catch (error) {
      throw error instanceof QuotaExceededError && this.target === ''
        ? new FieldsFirstError()
        : error;
    }
  }

  private async promise(bytes: number): Promise<void> {
    if (this.held) {
      await this.holds.change(this.held, bytes);
      this.notePromised(bytes);
    }
  }

  private notePromised(bytes: number): void {
    this.promisedBytes = bytes;
    this.promisedAt = Date.now();
  }

  private async releaseHeld(): Promise<void> {
    const { held } = this;
    this.held = null;
    this.target = '';
    if (held) {
      await this.holds.release(held);
    }
  }
}
