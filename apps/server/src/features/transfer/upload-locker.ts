import { ERRORS, type Lock, type Locker } from '@tus/server';
import { uploadCall, type UploadCall } from './upload-call.js';

/** How long a call waits for the one before it to let go. */
const waitMs = 10_000;

interface Holder {
  call: UploadCall;
  released: Promise<void>;
  release: () => void;
}

/**
 * One call at a time for each upload. Whoever comes later is the same client come back, while the connection of the
 * call before is dead without the server having heard of it: that one is cut off, and keeps what it has received.
 * Holds within one server process; with several, a proxy must send an upload's calls to the same one.
 */
export class UploadLocker implements Locker {
  private readonly holders = new Map<string, Holder>();

  newLock(id: string): Lock {
    return { lock: () => this.lock(id), unlock: () => this.unlock(id) };
  }

  /** Does something to an upload while no call receives its bytes. */
  async alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    await this.lock(id);
    try {
      return await work();
    } finally {
      await this.unlock(id);
    }
  }

  private async lock(id: string): Promise<void> {
    const endsAt = Date.now() + waitMs;
    for (let holder = this.holders.get(id); holder; holder = this.holders.get(id)) {
      if (!holder.call.request.complete) {
        holder.call.request.destroy();
      }
      if (!(await endsWithin(holder.released, endsAt - Date.now()))) {
        throw ERRORS.ERR_LOCK_TIMEOUT;
      }
    }
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.holders.set(id, { call: uploadCall(), released, release });
  }

  private async unlock(id: string): Promise<void> {
    const holder = this.holders.get(id);
    this.holders.delete(id);
    holder?.release();
  }
}

async function endsWithin(end: Promise<void>, timeMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(timeMs, 0));
  });
  try {
    return await Promise.race([end.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
