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

/** What comes in without a known length is promised in steps of so much, or of as much as it needs where that is all there is. */
const stepBytes = 16 * 1024 * 1024;
/** A promise is written down again so often, lest it be taken for that of a process that died; milliseconds. */
const refreshMs = 60_000;
/** A user may send so many chunks at once that count nowhere but in the uploads that they may belong to; in each process. */
const uncountedChunks = 4;
/** Where files count until the form says where they go. */
const ownDisk: FormTarget = { ref: { space: 'disk' }, dir: '/', conflict: 'refuse' };

/** Keeps room in quotas while forms of whole files come in. */
@Injectable()
export class QuotaHolds {
  /** Of forms with what may be a chunk. */
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
 * What one form holds in a quota: all that it has in staging, before it is written there, by one row whatever the number of its
 * files. Its target may turn out to be another one, for fields may come after the files; while there is none, the files count
 * against the caller's own disk.
 */
export class QuotaHold implements WriteRoom {
  private readonly rowId = randomBytes(16).toString('hex');
  private target = ownDisk;
  /** Of the target; undefined: not asked for yet, null: none is needed. */
  private quota: SpaceQuota | null | undefined;
  private promisedBytes = 0;
  private promisedAt = 0;
  private claimedBytes = 0;
  /** Several files of a form come at once. */
  private readonly changing = new Semaphore(1);

  constructor(
    private readonly services: QuotaHolds,
    readonly caller: Principal,
  ) {}

  /**
   * Says that what comes may be a chunk whose upload has promised its bytes already, so that they must not count twice; false
   * when too many of the user come so.
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

  /** Holds at least these bytes, and all that came, for the files' target. @throws QuotaExceededError and what refuses the target */
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

  /** Asked before bytes of a file are written into staging. @throws QuotaExceededError, FieldsFirstError, NoSpaceLeftError */
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

  /** In place of what was promised before. */
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
