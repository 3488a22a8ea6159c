import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBootId } from './process-identity.js';
import { isAlive, readProcess } from './process-table.js';

/** The process that a lock file names. */
export interface LockHolder {
  pid: number;
  /** Null where there is no /proc; the pid alone counts then. */
  startTicks: number | null;
  bootId: string | null;
}

/** What `acquire` found: `busy` is a lock that could neither be read nor taken over in 2 s. */
export type LockResult =
  { state: 'acquired' } | { state: 'held'; holder: LockHolder } | { state: 'busy' };

const tries = 100;
const pauseMs = 20;

/**
 * A file that at most one process holds. It names its holder and appears whole or not at all (hard link). A lock whose holder is
 * gone is taken over; the marker `<file>.takeover` lets only one of several starters do so.
 */
export class InstanceLock {
  private readonly me = identifyHolder(process.pid);

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

  private takeOver(draft: string, gone: LockHolder): boolean {
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

function identifyHolder(pid: number): LockHolder {
  return { pid, startTicks: readProcess(pid)?.startTicks ?? null, bootId: readBootId() };
}

function isRunning(holder: LockHolder): boolean {
  return isAlive(holder.pid) && isSame(holder, identifyHolder(holder.pid));
}

function isSame(one: LockHolder, other: LockHolder): boolean {
  return (
    one.pid === other.pid && one.startTicks === other.startTicks && one.bootId === other.bootId
  );
}

function read(file: string): LockHolder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isHolder(value) ? value : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { pid, startTicks, bootId }: Partial<Record<keyof LockHolder, unknown>> = value;
  return (
    Number.isInteger(pid) &&
    Number(pid) > 0 &&
    (startTicks === null || typeof startTicks === 'number') &&
    (bootId === null || typeof bootId === 'string')
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
