import { join } from 'node:path';
import type { RunScript } from '@clusterdesk/contracts';
import { findJobAccount } from '../../host/job-accounts.js';
import { groupOf, limitJob } from '../cgroups/limit-job.js';
import type { JobHost } from '../job-host.js';
import { RunRefusedError } from '../../runs/run-refused-error.js';
import { type NetworkPlan, planNetwork } from '../network/job-network.js';
import { systemPath } from '../../runs/processes/launcher.js';
import { isJobId, type JobFolder, type JobSpec } from '../job-folder.js';
import { accountFilesFor, showAccountFiles } from './files/account-files.js';
import type { ShownFile } from './recipes/confine-plan.js';
import { type Confinement, filterFor, planLaunch } from './confinement.js';
import { FileSharing } from './files/file-sharing.js';
import { checkHomes } from './files/files-roots.js';
import { type JobFolders, planFolders, waitForFolders } from './files/folders.js';
import { checkProjectEntries, findProject } from './files/project-entries.js';
import { findHostSockets } from './host-sockets.js';
import { scratchBytesFor, showGroups } from './host-view.js';
import { environmentScript } from './recipes/shell.js';

/** So long a filesystem that has answered is taken to be there. */
const answerHoldsMs = 1_000;

const environmentNamePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Finds out whether and how a job can be started on this host. */
export class JobPlanner {
  private readonly sharing: FileSharing;
  /** The command whose folders' filesystems have answered last, and when, by the clock of `performance`. */
  private answered: { command: RunScript; at: number } | null = null;

  constructor(private readonly host: JobHost) {
    this.sharing = new FileSharing(host.accounts, host.confinement, host.isUnconfinedAllowed);
  }

  /** @throws RunRefusedError for a job that could not be started */
  async check(command: RunScript): Promise<void> {
    if (this.host.refusal !== null) {
      throw this.host.refusal;
    }
    if (!isJobId(command.jobId)) {
      throw new RunRefusedError(
        'AGENT_JOB_INVALID',
        'its id has characters other than letters, digits, - and _.',
      );
    }
    const badName = Object.keys(command.env).find((name) => !environmentNamePattern.test(name));
    if (badName !== undefined || JSON.stringify(command.env).includes('\\u0000')) {
      throw new RunRefusedError('AGENT_JOB_INVALID', 'its environment cannot be set in a shell.');
    }
    checkHomes(command.visibleDirs, this.host.filesRoots);
    this.checkProject(command, this.host.confinement);
    await Promise.all([this.waitForFolders(command), findJobAccount(this.host.accounts, command)]);
    await this.planFolders(command, this.host.confinement);
    this.planNetwork(command, this.host.confinement);
  }

  /** Whatever the server hides, the homes of the others are hidden, all projects, and what this host hides. */
  private hiddenDirs(command: RunScript): string[] {
    const { filesRoots, projectsRoots, hiddenDirs } = this.host;
    return [...command.hiddenDirs, ...filesRoots, ...projectsRoots, ...hiddenDirs];
  }

  /**
   * @returns the root of the project that the job sees something of; null: of none
   * @throws RunRefusedError
   */
  private checkProject(
    { projectEntries = [] }: RunScript,
    confinement: Confinement,
  ): string | null {
    if (projectEntries.length === 0) {
      return null;
    }
    const { showsProjects, projectsRoots } = this.host;
    if (!showsProjects || confinement !== 'namespaces') {
      throw new RunRefusedError(
        'AGENT_PROJECTS_UNCONFINED',
        'this host cannot show a job single entries of a project: its log says what that needs.',
      );
    }
    return checkProjectEntries(projectEntries, projectsRoots);
  }

  /** @throws RunRefusedError */
  private async planFolders(command: RunScript, confinement: Confinement): Promise<JobFolders> {
    const { filesRoots, stateDir } = this.host;
    checkHomes(command.visibleDirs, filesRoots);
    const root = this.checkProject(command, confinement);
    const project = root === null ? null : await findProject(command.projectEntries ?? [], root);
    return planFolders({ ...command, hiddenDirs: this.hiddenDirs(command) }, stateDir, project);
  }

  /** Checking starts a process, so the answer is kept for the command that is prepared right after it. */
  private async waitForFolders(command: RunScript): Promise<void> {
    const { answered } = this;
    if (answered?.command === command && performance.now() - answered.at < answerHoldsMs) {
      return;
    }
    const { visibleDirs, workDir } = command;
    await waitForFolders([...visibleDirs, ...this.hiddenDirs(command), workDir]);
    this.answered = { command, at: performance.now() };
  }

  /**
   * Checks the job once more; what it gives writes what the launcher reads and returns the launcher's command.
   * @throws RunRefusedError
   */
  async prepare(folder: JobFolder, spec: JobSpec): Promise<() => string[]> {
    // The settings may be others than when it was accepted.
    if (this.host.refusal !== null) {
      throw this.host.refusal;
    }
    const { command, confinement, processors } = spec;
    const { surroundings, accounts, groups } = this.host;
    const [own] = await Promise.all([
      findJobAccount(accounts, command),
      this.waitForFolders(command),
    ]);
    const folders = await this.planFolders(command, confinement);
    const { visible, project } = folders;
    const { account, idMap } = await this.sharing.share(visible, own, project?.root);
    const { devices, sockets, allowsUserNamespaces } = surroundings;
    const filter = filterFor(confinement, surroundings);
    const memoryBytes = groups?.limitsFor(command, processors).memoryBytes ?? null;
    const scratchBytes = scratchBytesFor(surroundings.scratchBytes, memoryBytes);
    const [home = '/tmp'] = visible;
    // Another recipe runs as an account that the host knows, or may not read the spool.
    const accountFiles =
      account === null || confinement !== 'namespaces'
        ? null
        : accountFilesFor(account, command.userName, home);
    const network = this.planNetwork(command, confinement);
    const shown = accountFiles && showAccountFiles((name) => join(folder.path, name));
    const limits = limitJob(this.host, spec);
    const ownGroups = showGroups(groupOf(groups, spec)?.places ?? []);
    const job = {
      ...{ folders, account, idMap, network, script: command.script },
      shown: [...(shown ?? []), ...showResolver(network, folder), ...ownGroups],
      ...{ devices, allowsUserNamespaces, scratchBytes, filter },
      shutSockets: findHostSockets(folders, sockets),
      processes: (confinement === 'bubblewrap' && this.host.processLimit?.(command.cpus)) || null,
    };
    const plan = planLaunch(confinement, job, limits);
    const environment = environmentScript({
      PATH: systemPath,
      HOME: home,
      USER: command.userName,
      LOGNAME: command.userName,
      LANG: 'C.UTF-8',
      TMPDIR: '/tmp',
      TERM: 'dumb',
      // Into a pipe it would write by the block: nothing seen for hours, and the last of it lost when the job is killed.
      PYTHONUNBUFFERED: '1',
      ...command.env,
    });
    return () => {
      const { confineScript } = plan;
      folder.writeInputs({
        ...{ script: command.script, environment, confineScript, filter, accountFiles },
        resolver: network.resolver?.text,
      });
      return plan.command;
    };
  }

  /**
   * Sees to the files of a job that has ended; call before its end is told.
   * @param startedAt milliseconds since the epoch; null: it never began
   */
  async settle({ command }: JobSpec, startedAt: number | null): Promise<void> {
    if (startedAt !== null) {
      const account = await findJobAccount(this.host.accounts, command);
      await this.sharing.settle(command.visibleDirs, account, startedAt);
    }
  }

  /** What says nothing of a network, as the spools of older agents, gets the least that there is here. */
  private planNetwork({ network }: RunScript, confinement: Confinement): NetworkPlan {
    const { networks } = this.host;
    const least = networks.none === null ? 'outside' : 'none';
    return planNetwork(networks, network ?? least, confinement);
  }
}

/** Shows the job the name server that it reaches in the place of the host's. */
function showResolver({ resolver }: NetworkPlan, folder: JobFolder): ShownFile[] {
  return resolver === null ? [] : [{ source: folder.resolverPath, target: resolver.place }];
}
