import type { JobProtection } from '@clusterdesk/contracts';
import type { JobAccounts } from '../host/job-accounts.js';
import type { JobGroups } from './cgroups/job-groups.js';
import type { UserScopes } from './cgroups/user-scopes.js';
import type { Confinement, JobSurroundings } from './confinement/confinement.js';
import type { HostNetworks } from './network/job-network.js';
import type { RunRefusedError } from '../runs/run-refused-error.js';

/** What this host does with jobs. */
export interface JobHost {
  stateDir: string;
  /** The folders directly below which the homes of users lie; a job sees nothing else of the platform's files. */
  filesRoots: readonly string[];
  /** The folders directly below which projects lie. */
  projectsRoots: readonly string[];
  /** Whether jobs can be shown single entries of projects, and nothing else of them. */
  showsProjects: boolean;
  /** Folders of the host that no job sees, whatever the server says; homes below them come back for their jobs. */
  hiddenDirs: readonly string[];
  /** Null when no job is taken here, with the reason for the server. */
  refusal: RunRefusedError | null;
  confinement: Confinement;
  networks: HostNetworks;
  /** The protections that hold for every job. */
  protections: JobProtection[];
  accounts: JobAccounts;
  /** Whether the operator takes jobs that cannot be confined, or whose files cannot be shared with an account of their own. */
  isUnconfinedAllowed: boolean;
  surroundings: JobSurroundings;
  /** The control groups of jobs; null where this host has none for them. */
  groups: JobGroups | null;
  /** What limits jobs where there are no such groups; null where nothing does. */
  scopes: UserScopes | null;
  /**
   * The most processes and threads for a job with this many processors, where the kernel counts those of one job by themselves; null where it
   * is left to control groups, if there are any.
   */
  processLimit: ((cpus: number) => number) | null;
  /** The processors to share out; null when jobs cannot be kept to some. */
  processors: number[] | null;
}
