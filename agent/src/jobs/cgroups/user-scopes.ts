import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { type AgentHello, memoryOfAllJobs, memoryOfJob } from '@clusterdesk/contracts';
import { systemPath } from '../../runs/processes/launcher.js';
import type { ProtectionFindings } from '../protections.js';
import { type AskedLimits, type JobAllowance, jobMemoryOf } from './job-groups.js';
import { processesOfJob } from './job-limits.js';

const trialMs = 10_000;
/** Small and odd, so that nothing else has them by chance. */
const trial = { memoryBytes: 67 * 1024 * 1024, processes: 67 };
/** Says what bounds the group that it runs in. */
const trialScript =
  'read -r line </proc/self/cgroup; cat "/sys/fs/cgroup${line#0::}/memory.max" "/sys/fs/cgroup${line#0::}/pids.max"';

/** What a service manager of a user bounds in a scope of its own. */
interface ScopeLimits {
  memoryBytes: number;
  processes: number;
}

/**
 * The limits of jobs where only the service manager may make control groups and the agent is an ordinary account: systemd puts each
 * job into a scope of the account's own manager. It bounds memory and processes; processors are not its to give.
 */
export class UserScopes {
  private constructor(
    private readonly runtimeDir: string,
    private readonly allowance: JobAllowance,
    private readonly processors: number,
    private readonly totalBytes: number,
    /** Properties that not every systemd knows. */
    private readonly more: readonly string[],
  ) {}

  /** @returns null where the account has no manager, or it does not bound what it was told to */
  static async find(
    uid: number,
    allowance: JobAllowance,
    processors: number,
    totalBytes: number,
    runtimeDir = `/run/user/${String(uid)}`,
    path = systemPath,
  ): Promise<UserScopes | null> {
    if (!existsSync(runtimeDir)) {
      return null;
    }
    // Whole jobs are ended by systemd 253 and newer.
    for (const more of [['OOMPolicy=kill'], []]) {
      const scopes = new UserScopes(runtimeDir, allowance, processors, totalBytes, more);
      if (await scopes.doBound(path)) {
        return scopes;
      }
    }
    return null;
  }

  get jobMemory(): NonNullable<AgentHello['jobMemory']> {
    return jobMemoryOf(this.allowance, memoryOfAllJobs(this.totalBytes, null));
  }

  /** Makes the rest of a command line run in a scope with the limits of a job. */
  command({ cpus, memoryBytes }: AskedLimits): string[] {
    const { memory, processes } = this.allowance;
    const { allBytes } = this.jobMemory;
    return this.scope({
      memoryBytes: memoryOfJob(memoryBytes ?? memory, allBytes, cpus, this.processors),
      processes: processes ?? processesOfJob(Math.min(cpus, this.processors)),
    });
  }

  /** What it brings. */
  get findings(): ProtectionFindings {
    return { memory: null, processes: null };
  }

  /** The way to the manager is taken out of the environment again: whoever reaches it can start anything outside. */
  private scope({ memoryBytes, processes }: ScopeLimits): string[] {
    const properties = [
      `MemoryMax=${String(memoryBytes)}`,
      'MemorySwapMax=0',
      `TasksMax=${String(processes)}`,
      ...this.more,
    ];
    return [
      ...['env', `XDG_RUNTIME_DIR=${this.runtimeDir}`],
      ...['systemd-run', '--user', '--scope', '--quiet', '--collect'],
      ...properties.flatMap((property) => ['--property', property]),
      ...['--', 'env', '--unset=XDG_RUNTIME_DIR', '--'],
    ];
  }

  private async doBound(path: string): Promise<boolean> {
    const [command = '', ...args] = [...this.scope(trial), '/bin/sh', '-c', trialScript];
    try {
      const { stdout } = await promisify(execFile)(command, args, {
        timeout: trialMs,
        env: { PATH: path },
      });
      return stdout === `${String(trial.memoryBytes)}\n${String(trial.processes)}\n`;
    } catch {
      return false; // There is no systemd, or this account may not ask it.
    }
  }
}
