import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from '../../../host/accounts.js';
import type { JobAccounts } from '../../../host/job-accounts.js';
import { log } from '../../../log.js';
import { RunRefusedError } from '../../../runs/run-refused-error.js';
import { systemPath } from '../../../runs/processes/launcher.js';
import type { IdMap } from '../recipes/confine-plan.js';
import { idMapTrial, programWithin } from '../recipes/confine-program.js';
import type { Confinement } from '../confinement.js';
import { waitForFolders } from './folders.js';
import grantScript from './grant.sh';
import settleScript from './settle.sh';
import { asAccount } from '../recipes/job-command.js';
import { findArchitecture } from '../syscalls/system-calls.js';

const run = promisify(execFile);
const trialMs = 5_000;
/** A home of a million files on a network file system takes its time; once. */
const grantMs = 600_000;

const settleMs = 30_000;
/** Clocks of file servers go wrong, and the files of a folder that came as a whole have changed before it. */
const marginMs = 3_600_000;

/** What lets two accounts own the same files, as the end of a sentence. */
const means =
  'Linux 5.12, Perl and a file system that knows mapped ids, or one that knows access control lists and setfacl';

/** Who a job runs as and how its files become its own. */
export interface SharedFiles {
  account: Account | null;
  idMap: IdMap | null;
}

/** Lets the platform and the job both own the files of a user where the job has an account of its own. */
export class FileSharing {
  /** Whether ids can be mapped, by the device number of a file system. */
  private readonly mappable = new Map<number, boolean>();
  /** Folders that need no lists. */
  private readonly mapped = new Set<string>();
  /** When the lists of a folder were last seen to. */
  private readonly grantedAt = new Map<string, number>();

  constructor(
    private readonly accounts: JobAccounts,
    private readonly confinement: Confinement,
    /** Whether a job may run as the platform's account where its files cannot be shared. */
    private readonly isUnconfinedAllowed: boolean,
  ) {}

  /**
   * @param projectsRoot where entries of a project are to be shared, too: only with mapped ids, for lists would outlive the job
   * @throws RunRefusedError where the files can be shared in no way
   */
  async share(
    folders: readonly string[],
    account: Account | null,
    projectsRoot: string | null = null,
  ): Promise<SharedFiles> {
    if (this.accounts.kind !== 'numbered' || account === null) {
      return { account, idMap: null };
    }
    const { files } = this.accounts;
    if (this.confinement === 'none') {
      return { account: files, idMap: null };
    }
    if (projectsRoot !== null && !(await this.canMap(projectsRoot, files, account))) {
      throw new RunRefusedError(
        'AGENT_PROJECTS_UNCONFINED',
        `ids cannot be mapped at ${projectsRoot} (AGENT_PROJECTS_ROOT).`,
      );
    }
    const mapped: string[] = [];
    for (const folder of folders) {
      if (this.confinement === 'namespaces' && (await this.canMap(folder, files, account))) {
        mapped.push(folder);
        this.mapped.add(folder);
      } else if (!(await this.grant(folder, files, account))) {
        return this.giveUp(folder, files, this.isUnconfinedAllowed && projectsRoot === null);
      }
    }
    const idMap = { folders: mapped, files: idsOf(files), job: idsOf(account) };
    return { account, idMap: mapped.length === 0 && projectsRoot === null ? null : idMap };
  }

  /**
   * Whether the files of users can be shared, as far as the folders of their homes show it when the agent starts. One that is not
   * there yet, or does not answer, is looked at with its first job.
   * @param account that of trials
   * @returns null when they can, otherwise what would bring it
   */
  async findMissing(roots: readonly string[], account: Account | null): Promise<string | null> {
    if (this.accounts.kind !== 'numbered' || account === null || this.confinement === 'none') {
      return null;
    }
    const { files } = this.accounts;
    for (const root of roots) {
      const isMapped =
        !(await isThere(root)) ||
        (this.confinement === 'namespaces' && (await this.canMap(root, files, account)));
      if (!isMapped && !(await succeeds('setfacl', ['--version'], trialMs))) {
        return `${means} at ${root}`;
      }
    }
    return null;
  }

  /**
   * Whether jobs can be shown entries of projects below each of these roots. Of one that is not there yet, as with a platform that has
   * no project so far, the folder above tells; its first job looks again.
   * @param account that of trials
   */
  async canMapProjects(roots: readonly string[], account: Account | null): Promise<boolean> {
    if (this.accounts.kind !== 'numbered' || account === null || roots.length === 0) {
      return false;
    }
    for (const root of roots) {
      let folder = root;
      while (folder !== '/' && !(await isThere(folder))) {
        folder = dirname(folder);
      }
      if (!(await this.canMap(folder, this.accounts.files, account))) {
        return false;
      }
    }
    return true;
  }

  /** Whether the ids of a folder's files can be mapped. */
  async canMap(folder: string, files: Account, account: Account): Promise<boolean> {
    const architecture = findArchitecture(process.arch);
    if (architecture === null) {
      return false;
    }
    const { dev } = await stat(folder);
    const known = this.mappable.get(dev);
    if (known !== undefined) {
      return known;
    }
    const idMap = { folders: [folder], files: idsOf(files), job: idsOf(account) };
    const program = idMapTrial(architecture.column, idMap);
    const canMap = await succeeds('unshare', ['--mount', '--', 'perl', '-e', program], trialMs);
    this.mappable.set(dev, canMap);
    if (!canMap) {
      log(`ids cannot be mapped at ${folder}: homes are shared by access control lists there`);
    }
    return canMap;
  }

  /**
   * Gives the platform back what a job's account has closed to it, where the two share files by lists: call when a job has ended.
   * @param since when the job began, milliseconds since the epoch
   */
  async settle(folders: readonly string[], account: Account | null, since: number): Promise<void> {
    if (this.accounts.kind !== 'numbered' || account === null || this.confinement === 'none') {
      return;
    }
    const { files } = this.accounts;
    for (const folder of folders) {
      const isListed =
        !this.mapped.has(folder) &&
        (await isThere(folder)) &&
        !(this.confinement === 'namespaces' && (await this.canMap(folder, files, account)));
      if (isListed) {
        await this.runWithin(folder, account, settleScript, [files, account], since, settleMs);
      }
    }
  }

  private async grant(folder: string, files: Account, account: Account): Promise<boolean> {
    const before = this.grantedAt.get(folder);
    const beganAt = Date.now();
    const pair = [files, account] as const;
    if (!(await this.runWithin(folder, files, grantScript, pair, before ?? 0, grantMs))) {
      return false;
    }
    if (before === undefined) {
      // Jobs may have ended while no agent was there.
      await this.runWithin(folder, account, settleScript, pair, 0, settleMs);
    }
    this.grantedAt.set(folder, beganAt);
    // Root brings the folder to its place; another recipe needs a way to it that the job's account may go.
    const [asJob = '', ...ofJob] = asAccount(account);
    const test = ['/bin/sh', '-c', '[ -w "$1" ] && [ -x "$1" ]', 'test', folder];
    return this.confinement === 'namespaces' || succeeds(asJob, [...ofJob, ...test], trialMs);
  }

  /**
   * Runs a script of lists in a folder as an account. A job of the same user may run here or elsewhere and put links in the place of
   * folders meanwhile: nothing outside can be changed then, where the host can be made read-only as a whole.
   */
  private runWithin(
    folder: string,
    account: Account,
    script: string,
    [files, job]: readonly [Account, Account],
    since: number,
    timeoutMs: number,
  ): Promise<boolean> {
    const seconds = Math.max(0, Math.floor((since - marginMs) / 1000));
    const args = [...[job.uid, files.uid, seconds].map(String), folder];
    const command = [...asAccount(account), '/bin/sh', '-c', script, 'share', ...args];
    const architecture = findArchitecture(process.arch);
    if (this.confinement === 'namespaces' && architecture !== null) {
      const program = programWithin(architecture.column, folder, command);
      return succeeds('unshare', ['--mount', '--', 'perl', '-e', program], timeoutMs);
    }
    const [program = '', ...rest] = command;
    return succeeds(program, rest, timeoutMs, folder);
  }

  private giveUp(folder: string, files: Account, isAllowed: boolean): SharedFiles {
    if (!isAllowed) {
      throw new RunRefusedError(
        'AGENT_FILES_UNSHARED',
        `the platform and a job cannot both own the files of ${folder}; that needs ${means}.`,
      );
    }
    log(`${folder} cannot be shared with another account: the job runs as the platform's`);
    return { account: files, idMap: null };
  }
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await waitForFolders([folder]);
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

function idsOf({ uid, gid }: Account): { uid: number; gid: number } {
  return { uid, gid };
}

async function succeeds(
  program: string,
  args: string[],
  timeoutMs: number,
  cwd = '/',
): Promise<boolean> {
  try {
    await run(program, args, {
      ...{ timeout: timeoutMs, killSignal: 'SIGKILL' },
      ...{ cwd, env: { PATH: systemPath, LANG: 'C.UTF-8' } },
    });
    return true;
  } catch {
    return false;
  }
}
