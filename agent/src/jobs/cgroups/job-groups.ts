import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AgentHello,
  memoryOfAllJobs,
  memoryOfJob,
  type MemoryRule,
  type RunScript,
} from '@clusterdesk/contracts';
import { readNumber } from './group-files.js';
import {
  type Controller,
  enableControllers,
  findHierarchies,
  type Hierarchies,
} from './hierarchies.js';
import { JobGroup } from './job-group.js';
import { type GroupSetting, processesOfJob } from './job-limits.js';

/** What the operator lets a job have. */
export interface JobAllowance {
  memory: MemoryRule;
  /** Processes and threads of one job; null: by its processors. */
  processes: number | null;
}

/** What the command of a job asks for. */
export type AskedLimits = Pick<RunScript, 'cpus' | 'memoryBytes'>;

/** What jobs may hold, as the hello says it. */
export function jobMemoryOf(
  { memory }: JobAllowance,
  allBytes: number,
): NonNullable<AgentHello['jobMemory']> {
  const each = memory === 'all' ? allBytes : memory;
  return { allBytes, eachBytes: each === 'share' ? null : Math.min(each, allBytes) };
}

/** Of what several want at once, all jobs together get as much as any other service; by themselves they have all of it. */
const weightOfAllJobs = 100;

/** From a job's command to its script at most, usually, and how often a group is joined meanwhile. */
const [startMs, betweenJoinsMs] = [400, 5];

const [roundMs, endRounds] = [50, 100];
/** While the agent ends: short, for a supervisor waits only three seconds before it kills the agent. */
const [closeRoundMs, closeRounds] = [10, 40];

/** Processes that all jobs may have together: half of what the kernel can number. */
function processesOfAllJobs(): number {
  const most = ['pid_max', 'threads-max'].map(
    (name) => readNumber(join('/proc/sys/kernel', name)) ?? Infinity,
  );
  const least = Math.min(...most);
  return Number.isFinite(least) ? Math.floor(least / 2) : 16_384;
}

/** The name of the group of all jobs of the agent with this state folder. */
export function nameOfAllJobs(stateDir: string): string {
  return `clusterdesk-${createHash('sha256').update(stateDir).digest('hex').slice(0, 16)}`;
}

/** The control groups of all jobs of one agent: one for all of them together, below it one for each. */
export class JobGroups {
  private readonly ending = new Set<string>();
  /** Until then a job is expected, by the clock of `performance`. */
  private expectUntil = 0;

  private constructor(
    private readonly version: 1 | 2,
    private readonly folders: Hierarchies['places'],
    private readonly allowance: JobAllowance,
    private readonly processors: readonly number[],
    private readonly allJobsBytes: number,
    private readonly own: string | null,
    /** Makes the group of all jobs, if it is not there, and returns what can be limited below it. */
    private readonly makeTop: () => ReadonlySet<Controller>,
  ) {}

  /**
   * Makes the group for all jobs. @returns null where this host has no groups that this account may make
   * @param stateDir two agents of one host have different ones, and each its own groups
   * @param processors those that jobs may run on
   */
  static open(
    stateDir: string,
    allowance: JobAllowance,
    processors: readonly number[],
    hierarchies: Hierarchies | null = findHierarchies(),
    enable = enableControllers,
  ): JobGroups | null {
    if (hierarchies === null) {
      return null;
    }
    const { version, places, memoryBound, own } = hierarchies;
    const name = nameOfAllJobs(stateDir);
    const folders = new Map(
      [...places].map(([controller, folder]) => [controller, join(folder, name)] as const),
    );
    const memoryBytes = memoryOfAllJobs(totalmem(), memoryBound);
    const limits = { memoryBytes, processes: processesOfAllJobs(), processors };
    const makeTop = (): ReadonlySet<Controller> => {
      new JobGroup(version, folders).create({ ...limits, weight: weightOfAllJobs });
      return version === 2 ? enable(folders.get('accounting') ?? '') : new Set(folders.keys());
    };
    try {
      const handed = makeTop();
      const usable = [...folders].filter(([controller]) => handed.has(controller));
      return new JobGroups(
        ...([version, new Map(usable), allowance, processors, memoryBytes, own, makeTop] as const),
      );
    } catch {
      return null;
    }
  }

  get jobMemory(): NonNullable<AgentHello['jobMemory']> {
    return jobMemoryOf(this.allowance, this.allJobsBytes);
  }

  /** The group of one attempt of a job, made or not. */
  of(name: string): JobGroup {
    const folders = [...this.folders].map(
      ([controller, folder]) => [controller, join(folder, name)] as const,
    );
    return new JobGroup(this.version, new Map(folders));
  }

  /**
   * Call when a job is about to come. The first process that joins a group after some 10 ms without one waits as long until all processors
   * have noticed, and a job joins groups twice; joining the group that this process is in already brings that about, again and again
   * while the job is being prepared and started.
   */
  expectJob(): void {
    const isExpecting = this.expectUntil > performance.now();
    this.expectUntil = performance.now() + startMs;
    if (this.own !== null && !isExpecting) {
      void this.joinAgain(join(this.own, 'cgroup.procs'));
    }
  }

  private async joinAgain(file: string): Promise<void> {
    try {
      while (performance.now() < this.expectUntil) {
        await writeFile(file, String(process.pid));
        await sleep(betweenJoinsMs);
      }
    } catch {
      // Not worth a word: the job then waits itself.
    }
  }

  /**
   * Makes the group of a job. The one of all jobs comes first if somebody has removed it: a group below would bring it back without
   * any limit.
   * @returns what did not take
   * @throws the kernel's error when it can't be made
   */
  create(group: JobGroup, limits: Parameters<JobGroup['create']>[0]): GroupSetting[] {
    if (![...this.folders.values()].every((folder) => existsSync(folder))) {
      this.makeTop();
    }
    return group.create(limits);
  }

  /** What the group of a job may use. @param processors the very ones that it is to keep to; null: all */
  limitsFor(
    { cpus, memoryBytes }: AskedLimits,
    processors: readonly number[] | null,
  ): Parameters<JobGroup['create']>[0] {
    const { memory, processes } = this.allowance;
    const count = this.processors.length;
    const usedCpus = Math.min(cpus, count);
    return {
      memoryBytes: memoryOfJob(memoryBytes ?? memory, this.allJobsBytes, cpus, count),
      processes: processes ?? processesOfJob(usedCpus),
      processors: processors ?? this.processors,
      weight: 100 * usedCpus,
    };
  }

  /** Ends and removes every group but these: those of jobs that an agent before left, and of jobs that have ended. */
  sweep(keep: ReadonlySet<string>): void {
    for (const name of this.names()) {
      if (!keep.has(name) && !this.ending.has(name)) {
        this.ending.add(name);
        void endGroup(this.of(name), roundMs, endRounds).finally(() => this.ending.delete(name));
      }
    }
  }

  /**
   * Ends and removes what `sweep` does, and then the group of all jobs, if nothing is left in it: call when the agent ends, and nothing
   * is started any more.
   */
  async close(keep: ReadonlySet<string>): Promise<void> {
    const names = this.names().filter((name) => !keep.has(name));
    await Promise.all(names.map((name) => endGroup(this.of(name), closeRoundMs, closeRounds)));
    if (this.names().length === 0) {
      const top = new JobGroup(this.version, this.folders);
      await again(closeRoundMs, closeRounds, () => top.remove());
    }
  }

  /** The groups below the one of all jobs. */
  private names(): string[] {
    return [...new Set([...this.folders.values()].flatMap(listGroups))];
  }
}

/** A process that was killed is not gone at once; a sweep to come tries the groups that stay. */
function endGroup(group: JobGroup, everyMs: number, rounds: number): Promise<void> {
  return again(everyMs, rounds, () => {
    group.kill();
    return group.remove();
  });
}

/** Repeats something until it works, up to a number of times. */
async function again(everyMs: number, rounds: number, hasWorked: () => boolean): Promise<void> {
  for (let round = 0; round < rounds && !hasWorked(); round += 1) {
    await sleep(everyMs);
  }
}

function listGroups(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
