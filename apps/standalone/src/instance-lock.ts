import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LauncherError } from './launcher-error.js';
import { isAlive, readProcess } from './process-table.js';

/** Names a process for good: pids are used again, a pid with its start time is not. */
interface Holder {
  pid: number;
  startTicks: number | null;
  bootId: string | null;
}

/**
 * At most one launcher per data folder. The lock is a file that names its holder and appears whole or not at all (hard link).
 * A lock whose holder is gone is taken over; the marker `lock.takeover` lets only one of several starters do so.
 */
export class InstanceLock {
  private readonly file: string;
  private readonly me: Holder = identify(process.pid);

  constructor(private readonly folder: string) {
    this.file = join(folder, 'lock');
  }

  /** Throws when another launcher that runs holds the lock. */
  async acquire(): Promise<void> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const draft = `${this.file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(this.me));
    try {
      for (let tries = 0; tries < 100; tries += 1) {
        if (tryLink(draft, this.file) || this.takeOver(draft)) {
          return;
        }
        await sleep(20);
      }
    } finally {
      rmSync(draft, { force: true });
    }
    throw new LauncherError(
      'DATA_DIR_LOCKED',
      `Cannot take ${this.file}: remove it and try again.`,
    );
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

  private takeOver(draft: string): boolean {
    const holder = read(this.file);
    if (!holder) {
      return false;
    }
    if (isRunning(holder)) {
      throw new LauncherError(
        'DATA_DIR_IN_USE',
        `Another ClusterDesk (process ${holder.pid}) already runs on this data folder: stop it first, or set DATA_DIR to another folder.`,
      );
    }
    const marker = `${this.file}.takeover`;
    if (!tryLink(draft, marker)) {
      const other = read(marker);
      if (other && !isRunning(other)) {
        rmSync(marker, { force: true });
      }
      return false;
    }
    try {
      // Somebody may have finished a takeover between the look above and the marker: look again, now alone.
      const still = read(this.file);
      if (!still || !isSame(still, holder)) {
        return false;
      }
      renameSync(draft, this.file);
      return true;
    } finally {
      rmSync(marker, { force: true });
    }
  }
}

function identify(pid: number): Holder {
  return { pid, startTicks: readProcess(pid)?.startTicks ?? null, bootId: readBootId() };
}

function isRunning(holder: Holder): boolean {
  return isAlive(holder.pid) && isSame(holder, identify(holder.pid));
}

function isSame(a: Holder, b: Holder): boolean {
  return a.pid === b.pid && a.startTicks === b.startTicks && a.bootId === b.bootId;
}

function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
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
