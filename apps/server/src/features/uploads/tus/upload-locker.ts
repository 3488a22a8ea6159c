import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Lock, Locker } from '@tus/server';
import type { Request } from 'express';
import { UploadBusyError } from '../upload.errors.js';
import { SessionLocks } from '../../../platform/locks/session-locks.service.js';
import { Timings } from '../../../platform/timings.js';
import { uploadCall } from './upload-context.js';

/** How often a lock that another process holds is retried. */
const pollMs = 50;

interface Holder {
  /** The request that may be cut off; null: none. */
  request: Request | null;
  released: Promise<void>;
  release: () => void;
}

/**
 * One call at a time for each upload (or chunk), across all server processes. A later call is assumed to be the same client
 * reconnecting while its previous connection is dead but not yet closed: the previous call is cut
 * off, and the bytes it received are kept.
 */
@Injectable()
export class UploadLocker implements Locker {
  private readonly holders = new Map<string, Holder>();

  constructor(
    private readonly timings: Timings,
    private readonly locks: SessionLocks,
  ) {
    locks.addHolder({
      onWanted: (key) => cutOff(this.holders.get(key)),
      onLost: () => this.holders.forEach(cutOff),
    });
  }

  /** For tus. An upload that is being created needs no lock: nobody knows its id yet. */
  newLock(id: string): Lock {
    const isNew = uploadCall().request.method === 'POST';
    return {
      lock: async () => (isNew ? undefined : this.lock(id, uploadCall().request)),
      unlock: async () => (isNew ? undefined : this.unlock(id)),
    };
  }

  /** Runs work while no other call holds the key. */
  async alone<T>(key: string, request: Request | null, work: () => Promise<T>): Promise<T> {
    await this.lock(key, request);
    try {
      return await work();
    } finally {
      this.unlock(key);
    }
  }

  /** @throws UploadBusyError when the holder does not release it in time. */
  async lock(key: string, request: Request | null): Promise<void> {
    const endsAt = Date.now() + this.timings.files.uploadLockMs;
    for (let holder = this.holders.get(key); holder; holder = this.holders.get(key)) {
      cutOff(holder);
      const late = sleep(Math.max(endsAt - Date.now(), 0), 'late', { ref: false });
      if ((await Promise.race([holder.released, late])) === 'late') {
        throw new UploadBusyError();
      }
    }
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.holders.set(key, { request, released, release });
    try {
      await this.lockEverywhere(key, request, endsAt);
    } catch (error) {
      this.letGo(key);
      throw error;
    }
  }

  unlock(key: string): void {
    this.locks.unlock('uploadBytes', key);
    this.letGo(key);
  }

  private async lockEverywhere(
    key: string,
    request: Request | null,
    endsAt: number,
  ): Promise<void> {
    let askedAt = 0;
    while (!(await this.locks.tryLock('uploadBytes', key))) {
      // This call may have been cut off by a later one.
      if (Date.now() >= endsAt || request?.destroyed) {
        throw new UploadBusyError();
      }
      if (Date.now() - askedAt >= this.timings.files.askHolderAgainMs) {
        askedAt = Date.now();
        await this.locks.want(key);
      }
      await sleep(pollMs);
    }
  }

  private letGo(key: string): void {
    const holder = this.holders.get(key);
    this.holders.delete(key);
    holder?.release();
  }
}

/** Closes the connection of a call that is still receiving; the call then fails and releases the lock. */
function cutOff(holder: Holder | undefined): void {
  if (holder?.request?.complete === false) {
    holder.request.destroy();
  }
}
