import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { readGroupFile, readKeyed, readNumber, tryWrite } from './group-files.js';
import type { Controller } from './hierarchies.js';
import joinScript from './join.sh';
import { type GroupLimits, type GroupSetting, settingsOf } from './job-limits.js';

function joinAll(folders: readonly string[]): string[] {
  const files = folders.map((folder) => join(folder, 'cgroup.procs'));
  return ['/bin/sh', '-c', joinScript, 'join', ...files, '--'];
}

/** Memory of a group at one moment, bytes. */
export interface GroupMemory {
  /** What its processes hold, files in memory (tmpfs) and the kernel's part included. */
  heldBytes: number;
  /** Copies of files on disk, which the kernel takes away as soon as the memory is needed. */
  cachedBytes: number;
  /** The most of both together since the group was made; null where the kernel does not say. */
  mostBytes: number | null;
}

/** The control group of one job, which need not exist: all that is asked of one that is missing has an answer. */
export class JobGroup {
  constructor(
    private readonly version: 1 | 2,
    /** Its folder by controller; the same one for several where they share it. */
    private readonly folders: ReadonlyMap<Controller, string>,
  ) {}

  /** Its folder in each hierarchy that it is in. */
  get places(): string[] {
    return [...new Set(this.folders.values())];
  }

  get exists(): boolean {
    return this.places.some((folder) => existsSync(folder));
  }

  /**
   * Makes it, with its limits. @returns what did not take
   * @throws the kernel's error when it can't be made
   */
  create(limits: GroupLimits): GroupSetting[] {
    for (const folder of this.places) {
      mkdirSync(folder, { recursive: true });
    }
    this.giveMemoryNodes();
    return settingsOf(this.version, limits).filter(({ controller, files, value }) => {
      const folder = this.folders.get(controller);
      return folder !== undefined && !files.some((file) => tryWrite(join(folder, file), value));
    });
  }

  /** Whether one of the hierarchies that it is in has this controller. */
  has(controller: Controller): boolean {
    return this.folders.has(controller);
  }

  /** Makes the rest of a command line run in this group, with all devices until `joinDevicesCommand`. */
  joinCommand(): string[] {
    const devices = this.folders.get('devices');
    return joinAll(this.places.filter((folder) => folder !== devices));
  }

  /** Makes the rest of a command line run with no other devices than the group has; nothing where the host has no such rules. */
  joinDevicesCommand(): string[] {
    const devices = this.folders.get('devices');
    return devices === undefined ? [] : joinAll([devices]);
  }

  /** Every process in it. None can leave it: only the agent's account may write the files that let one do so. */
  pids(): number[] {
    const found = this.places.flatMap((folder) =>
      (readGroupFile(join(folder, 'cgroup.procs')) ?? '').split('\n').map(Number),
    );
    return [...new Set(found)].filter((pid) => pid > 0);
  }

  /** Kills every process in it. No new one can be made meanwhile, or else none could be sure to have been found. */
  kill(): void {
    const [folder] = this.places;
    if (this.version === 2 && folder && tryWrite(join(folder, 'cgroup.kill'), '1')) {
      return;
    }
    const processes = this.folders.get('pids');
    if (processes !== undefined && existsSync(processes)) {
      tryWrite(join(processes, 'pids.max'), '0');
    }
    for (const pid of this.pids()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    }
  }

  /** How many of its processes were killed because memory ran out. */
  memoryKills(): number {
    const file = this.version === 2 ? 'memory.events' : 'memory.oom_control';
    return this.readMemory(file, 'oom_kill') ?? 0;
  }

  /** Whether it was its own limit that it met, not the one of all jobs or of the host. */
  hasMetMemoryLimit(): boolean {
    if (this.version === 2) {
      return (this.readMemory('memory.events', 'oom') ?? 0) > 0;
    }
    // Memory is taken in larger pieces than it is used in, so that the count may end a little below the limit.
    const [most, limit] = [this.readMemory('memory.max_usage_in_bytes'), this.memoryLimit()];
    return most !== null && limit !== null && most >= limit * 0.98;
  }

  /** What it may hold, bytes. */
  memoryLimit(): number | null {
    return this.readMemory(this.version === 2 ? 'memory.max' : 'memory.limit_in_bytes');
  }

  /** What it holds now; null where memory is not counted. */
  memory(): GroupMemory | null {
    const isSecond = this.version === 2;
    const usedBytes = this.readMemory(isSecond ? 'memory.current' : 'memory.usage_in_bytes');
    if (usedBytes === null) {
      return null;
    }
    const prefix = isSecond ? '' : 'total_';
    const cachedBytes = ['active_file', 'inactive_file'].reduce(
      (sum, key) => sum + (this.readMemory('memory.stat', `${prefix}${key}`) ?? 0),
      0,
    );
    return {
      heldBytes: Math.max(0, usedBytes - cachedBytes),
      cachedBytes,
      mostBytes: this.readMemory(isSecond ? 'memory.peak' : 'memory.max_usage_in_bytes'),
    };
  }

  /** Processor time of all processes that were ever in it, seconds. */
  cpuSeconds(): number | null {
    const folder = this.folders.get('accounting');
    if (folder === undefined) {
      return null;
    }
    const [count, perSecond] =
      this.version === 2
        ? [readKeyed(join(folder, 'cpu.stat'), 'usage_usec'), 1e6]
        : [readNumber(join(folder, 'cpuacct.usage')), 1e9];
    return count === null ? null : count / perSecond;
  }

  /** Removes it once it is empty. @returns whether nothing of it is left */
  remove(): boolean {
    for (const folder of this.places) {
      try {
        rmdirSync(folder);
      } catch {
        // Not there, or a process in it is not gone yet: the next sweep comes by.
      }
    }
    return !this.exists;
  }

  private readMemory(file: string, key?: string): number | null {
    const folder = this.folders.get('memory');
    if (folder === undefined) {
      return null;
    }
    const path = join(folder, file);
    return key === undefined ? readNumber(path) : readKeyed(path, key);
  }

  /** In version 1 a new group has no memory node, and takes no process before it has one. */
  private giveMemoryNodes(): void {
    const folder = this.folders.get('cpuset');
    if (this.version === 1 && folder !== undefined) {
      const nodes = readGroupFile(join(folder, '../cpuset.mems'))?.trim();
      tryWrite(join(folder, 'cpuset.mems'), nodes ?? '0');
    }
  }
}
