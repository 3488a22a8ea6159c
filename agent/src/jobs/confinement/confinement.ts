import { execFileSync } from 'node:child_process';
import type { AgentHello } from '@clusterdesk/contracts';
import type { LimitPrefixes } from '../cgroups/limit-job.js';
import { systemPath } from '../../runs/processes/launcher.js';
import { withoutCoreDumps } from './core-dumps.js';
import { boundsMemory, planBubblewrap } from './recipes/bubblewrap.js';
import { asAccount, jobShell, type LaunchPlan, type PlannedJob } from './recipes/job-command.js';
import { planNamespaces } from './recipes/namespaces.js';
import { buildSyscallFilter } from './syscalls/syscall-filter.js';
import { findArchitecture } from './syscalls/system-calls.js';

/** How jobs are kept to their folders here; `none` is for hosts whose operator allowed it. */
export type Confinement = AgentHello['confinement'];

/** A recipe that this host cannot follow at all. */
export class RecipeError extends Error {
  override readonly name = 'RecipeError';
}

/** What is the same for every job of a host. */
export interface JobSurroundings {
  /** Devices of the host that jobs may use, beyond the basic ones. */
  devices: string[];
  /** Unix sockets of the host, or folders of such, that jobs may use. */
  sockets: string[];
  /** What a job may hold in its folders in memory, bytes; null: by its memory limit. */
  scratchBytes: number | null;
  allowsUserNamespaces: boolean;
}

let bubblewrapBounds: boolean | undefined;

/**
 * The launch plan of a job under a recipe.
 * @throws RecipeError
 */
export function planLaunch(
  confinement: Confinement,
  job: PlannedJob,
  limits: LimitPrefixes,
): LaunchPlan {
  const network = { ...job.network, prefix: [...job.network.prefix, ...limits.confined] };
  const plan = planConfined(confinement, { ...job, network });
  return { ...plan, command: [...withoutCoreDumps(), ...limits.first, ...plan.command] };
}

function planConfined(confinement: Confinement, job: PlannedJob): LaunchPlan {
  switch (confinement) {
    case 'namespaces': {
      const architecture = findArchitecture(process.arch);
      if (architecture === null) {
        throw new RecipeError(`the system calls of ${process.arch} are not known`);
      }
      return planNamespaces(job, architecture);
    }
    case 'bubblewrap':
      bubblewrapBounds ??= boundsMemory();
      return planBubblewrap(job, bubblewrapBounds);
    case 'none':
      return { command: [...asAccount(job.account), ...jobShell(job, '/dev/fd/3')] };
  }
}

/** The filter of a job's system calls; null where none can be made, or nothing confines the job. */
export function filterFor(
  confinement: Confinement,
  { allowsUserNamespaces }: JobSurroundings,
): Buffer | null {
  const architecture = confinement === 'none' ? null : findArchitecture(process.arch);
  return architecture && buildSyscallFilter(architecture, { allowsUserNamespaces });
}

/** Whether jobs can be kept to some of the processors. */
export function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore', env: { PATH: systemPath } });
    return true;
  } catch {
    return false;
  }
}
