import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../../platform/concurrency.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import type { SpaceQuota } from '../../spaces/space.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { QuotaExceededError } from '../../spaces/space.errors.js';
import { QuotaReservations } from '../../spaces/quota/quota-reservations.service.js';
import { FreeSpaceGuard, type WriteRoom } from '../../spaces/storage/free-space-guard.service.js';
import type { FormTarget } from './upload-form.js';
import { FieldsFirstError } from '../upload.errors.js';
import { openTarget, rowOfTarget } from '../upload-target.js';
import { UploadRepository } from '../upload.repository.js';

/** A form of unknown length reserves room in steps of this size, or exactly what it needs where less is free. */
const stepBytes = 16 * 1024 * 1024;
/** How often a hold is renewed, so that it is not taken for one of a dead process; milliseconds. */
const refreshMs = 60_000;
/** How many chunks a user may send at once, per process, that count only in the uploads that they may belong to. */
const uncountedChunks = 4;
/** Where files count until the form names its target. */
const ownDisk: FormTarget = { ref: { space: 'disk' }, dir: '/', conflict: 'refuse' };

/** Reserves room in quotas while forms of whole files are received. */
@Injectable()
export class QuotaHolds {
  /** Holds of forms whose file may be a chunk. */
  readonly uncounted = new Set<QuotaHold>();

  constructor(
    readonly access: SpaceAccess,
    readonly room: QuotaReservations,
    readonly uploads: UploadRepository,
    readonly disk: FreeSpaceGuard,
  ) {}

  begin(caller: Principal): QuotaHold {
    return new QuotaHold(this, caller);
  }
}

/**
 * What one form holds in a quota: all its bytes in staging, reserved before they are written, in one row however many
 * files it has. Its target may change, because fields may follow the files; while it is unknown, the files count
 * against the caller's own disk.
 */
export class QuotaHold implements WriteRoom {
  private readonly rowId = randomBytes(16).toString('hex');
  private target = ownDisk;
  /** The target's quota; undefined: not read yet, null: there is none. */
  private quota: SpaceQuota | null | undefined;
  private promisedBytes = 0;
  private promisedAt = 0;
  private claimedBytes = 0;
  /** Several files of a form are received at once. */
  private readonly changing = new Semaphore(1);

  constructor(
    private readonly services: QuotaHolds,
    readonly caller: Principal,
  ) {}

  /**
   * Declares that the file may be a chunk, whose upload has reserved its bytes already, so that they must not count twice; false
   * if the user has too many of them.
   */
  expectChunk(): boolean {
    const { uncounted } = this.services;
    const others = [...uncounted].filter(({ caller }) => caller.userId === this.caller.userId);
    const mayCome = others.length < uncountedChunks;
    if (mayCome) {
      uncounted.add(this);
    }
    return mayCome;
  }

  /** Reserves at least this many bytes, and all received ones, for the target. @throws QuotaExceededError and what refuses the target */
  async open(target: FormTarget, bytes: number): Promise<void> {
    await this.changing.run(async () => {
      if (this.target === ownDisk || JSON.stringify(this.target) !== JSON.stringify(target)) {
        const { quota } = await openTarget(this.services.access, this.caller, target);
        await this.drop();
        this.target = target;
        this.quota = quota;
        await this.promise(Math.max(bytes, this.claimedBytes));
      }
    });
  }

  /** Called before bytes of a file are written into staging. @throws QuotaExceededError, FieldsFirstError, NoSpaceLeftError */
  async claim(bytes: number): Promise<void> {
    this.claimedBytes += bytes;
    if (!this.isCovered()) {
      await this.changing.run(() => this.cover());
    }
    await this.services.disk.claim(bytes);
  }

  async release(): Promise<void> {
    this.services.uncounted.delete(this);
    await this.changing.run(() => this.drop());
  }

  private isCovered(): boolean {
    const isFresh = Date.now() - this.promisedAt < refreshMs;
    return (
      this.quota === null ||
      (isFresh && this.claimedBytes <= this.promisedBytes) ||
      this.services.uncounted.has(this)
    );
  }

  private async cover(): Promise<void> {
    if (this.isCovered()) {
      return;
    }
    try {
      this.quota ??= (await this.services.access.open(this.caller, ownDisk.ref)).quota;
      try {
        await this.promise(Math.max(this.claimedBytes + stepBytes, this.promisedBytes));
      } catch (error) {
        if (!(error instanceof QuotaExceededError)) {
          throw error;
        }
        await this.promise(Math.max(this.claimedBytes, this.promisedBytes));
      }
    } catch (error) {
      const isUnknown = error instanceof QuotaExceededError && this.target === ownDisk;
      throw isUnknown ? new FieldsFirstError() : error;
    }
  }

  /** Replaces the previous reservation. */
  private async promise(bytes: number): Promise<void> {
    const { quota, rowId, target } = this;
    if (!quota) {
      return;
    }
    const { room, uploads } = this.services;
    const row = {
      ...rowOfTarget(this.caller, {
        ...target,
        targetDir: target.dir,
        fileName: '',
        lastModified: null,
      }),
      id: rowId,
      sizeBytes: bytes,
      metadata: {},
      quotaAccount: quota.account,
      quotaBytes: bytes,
    };
    await room.reserve(
      quota,
      bytes,
      (manager) => uploads.insert(manager, row),
      (manager) => uploads.delete(rowId, manager),
    );
    this.promisedBytes = bytes;
    this.promisedAt = Date.now();
  }

  private async drop(): Promise<void> {
    if (this.quota) {
      await this.services.uploads.delete(this.rowId);
    }
    this.quota = undefined;
    this.target = ownDisk;
    this.promisedBytes = 0;
  }
}
