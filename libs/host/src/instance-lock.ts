import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isRunning, type ProcessIdentity } from './process-identity.js';

/** What `acquire` found: `busy` is a lock that could neither be read nor taken over in 2 s. */
export type LockResult =
  { state: 'acquired' } | { state: 'held'; holder: ProcessIdentity } | { state: 'busy' };

const tries = 100;
const pauseMs = 20;

/**
 * A file that at most one process holds. It names its holder and appears whole or not at all (hard link). A lock whose holder is
 * gone is taken over; the marker `<file>.takeover` lets only one of several starters do so.
 */
export class InstanceLock {
  private readonly me = identify(process.pid) ?? { bootId: '', pid: process.pid, startTicks: 0 };

  constructor(readonly file: string) {}

  async acquire(): Promise<LockResult> {
    const draft = `${this.file}.${String(process.pid)}`;
    writeFileSync(draft, JSON.stringify(this.me), { mode: 0o600 });
    try {
      for (let count = 0; count < tries; count += 1) {
        if (tryLink(draft, this.file)) {
          return { state: 'acquired' };
        }
        const holder = read(this.file);
        if (holder !== null && isRunning(holder)) {
          return isSame(holder, this.me) ? { state: 'acquired' } : { state: 'held', holder };
        }
        if (holder !== null && this.takeOver(draft, holder)) {
          return { state: 'acquired' };
        }
        await sleep(pauseMs);
      }
      return { state: 'busy' };
    } finally {
      rmSync(draft, { force: true });
    }
  }

  get isHeld(): boolean {
    const holder = read(this.file);
    return holder !== null && isSame(holder, this.me);
  }

  /** Gives the lock back, if it is ours. */
  release(): void {
    if (this.isHeld) {
      rmSync(this.file, { force: true });
    }
  }

  private takeOver(draft: string, gone: ProcessIdentity): boolean {
    const marker = `${this.file}.takeover`;
    if (!tryLink(draft, marker)) {
      const other = read(marker);
      if (other !== null && !isRunning(other)) {
        rmSync(marker, { force: true });
      }
      return false;
    }
    try {
      // Another process may have finished a takeover before this one made the marker: read again, now alone.
      const still = read(this.file);
      if (still === null || !isSame(still, gone)) {
        return false;
      }
      renameSync(draft, this.file);
      return true;
    } finally {
      rmSync(marker, { force: true });
    }
  }
}

function isSame(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return (
    one.pid === other.pid && one.startTicks === other.startTicks && one.bootId === other.bootId
  );
}

function read(file: string): ProcessIdentity | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isHolder(value) ? value : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { pid, startTicks, bootId }: Partial<Record<keyof ProcessIdentity, unknown>> = value;
  return (
    Number.isInteger(pid) &&
    Number(pid) > 0 &&
    typeof startTicks === 'number' &&
    typeof bootId === 'string'
  );
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
