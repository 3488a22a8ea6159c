import { existsSync } from 'node:fs';
import type { Account } from '../../../host/accounts.js';
import type { IdMap, ShownFile } from './confine-plan.js';
import type { NetworkPlan } from '../../network/job-network.js';
import type { JobFolders } from '../files/folders.js';
import jobShellScript from './job-shell.sh';

/** One job as the recipes need it. */
export interface PlannedJob {
  folders: JobFolders;
  /** Null: the agent's own account, which is then not root. */
  account: Account | null;
  /** How the files of the platform's account become the job's; null: they are already, or are shared otherwise. */
  idMap: IdMap | null;
  script: string;
  network: NetworkPlan;
  /** Devices of the host beyond the basic ones. */
  devices: string[];
  /** Sockets of the host in whose place it finds an empty file. */
  shutSockets: string[];
  /** Files that the job sees at places of the agent's choice, read-only. */
  shown: ShownFile[];
  /** What it may hold in its folders in memory, all together. */
  scratchBytes: number;
  allowsUserNamespaces: boolean;
  /** Its processes and threads, where a limit counts the job alone; null: half as many as its account may have. */
  processes: number | null;
  /** The filter of its system calls; null where none can be made. */
  filter: Buffer | null;
}

/** How the launcher starts a job: a command, and the program that the command may read as ./confine.pl. */
export interface LaunchPlan {
  command: string[];
  confineScript?: string;
}

/**
 * Makes the rest of a command run as a job's account, for good. Nothing to do when the agent is that account.
 * @param more options of setpriv(1)
 */
export function asAccount(account: Account | null, more: readonly string[] = []): string[] {
  if (account === null) {
    return [];
  }
  const { uid, gid, groups: others } = account;
  const groups = others.length === 0 ? '--clear-groups' : `--groups=${others.join(',')}`;
  const rights = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
  return [
    'setpriv',
    `--reuid=${String(uid)}`,
    `--regid=${String(gid)}`,
    groups,
    ...rights,
    ...more,
    '--',
  ];
}

/** The interpreter that a script's first line asks for, or the usual shell. */
export function interpreterOf(script: string): string[] {
  const asked = /^#![ \t]*(\S+)(?:[ \t]+([^\r\n]*?))?[ \t]*\r?(?:\n|$)/.exec(script);
  if (asked?.[1] !== undefined) {
    return asked[2] ? [asked[1], asked[2]] : [asked[1]];
  }
  return [existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'];
}

/** The command line of the job's first process. It gets a session of its own, so `kill 0` stays within the job. */
export function jobShell(job: PlannedJob, scriptPath: string): string[] {
  const script = [...interpreterOf(job.script), scriptPath];
  const processes = job.processes === null ? '' : String(job.processes);
  const shell = ['setsid', '/bin/sh', '-c', jobShellScript, 'job'];
  return [...shell, job.folders.workDir, processes, ...script];
}
