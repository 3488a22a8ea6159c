import { chmodSync, chownSync, mkdtempSync, readFileSync, rmdirSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobAccounts, trialAccount } from '../../host/job-accounts.js';
import { log, messageOf } from '../../log.js';
import { hostNetwork } from '../network/job-network.js';
import { spawnLauncher } from '../../runs/processes/launcher.js';
import type { ProtectionFindings } from '../protections.js';
import { JobFolder } from '../job-folder.js';
import { type Confinement, filterFor, type JobSurroundings, planLaunch } from './confinement.js';
import { FileSharing } from './files/file-sharing.js';
import { planFolders, scratchDirs } from './files/folders.js';
import { scratchBytesFor } from './host-view.js';
import { shellQuote } from './recipes/shell.js';

const probeMs = 10_000;

/** What a trial job sees of itself, between these lines. */
const mark = '--- next ---';
const report = ['id -u', 'cat /proc/self/mountinfo', 'ls /dev', 'cat /proc/self/status'];

/** What a trial needs to know of the host. */
export interface TrialHost {
  accounts: JobAccounts;
  stateDir: string;
  surroundings: JobSurroundings;
  /** The folders directly below which the homes of users lie. */
  filesRoots: readonly string[];
  /** Whether a job runs as the platform's account where its files cannot be shared. */
  isUnconfinedAllowed: boolean;
}

/** What a trial job says, out of what it saw one after the other. */
export function probeReport(parts: readonly string[]): string {
  return parts.join(`\n${mark}\n`);
}

/** The best recipe that works, and the protections that its trial job was under. */
export interface ProbeResult {
  /** Null: jobs cannot even be run as their account. */
  confinement: Confinement | null;
  findings: ProtectionFindings;
  /** What would let platform and job own the files of users together; null where nothing is missing. */
  unshared: string | null;
}

/** What came of a trial: what the job saw, or the first thing that was said of why it could not run. */
type Trial = { seen: string } | { reason: string };

/** Runs a real job under a recipe: it must not be root, must write to its folder and must not see the agent's. */
async function tryRecipe(confinement: Confinement, host: TrialHost): Promise<Trial> {
  const home = mkdtempSync(join(tmpdir(), 'clusterdesk-probe-'));
  const folder = new JobFolder(host.stateDir, 'probe');
  const hidden =
    confinement === 'none' ? '' : `[ ! -e ${shellQuote(join(host.stateDir, 'jobs'))} ] &&`;
  const script = `[ "$(id -u)" != 0 ] && ${hidden} echo >written && { ${report.join(`; echo '${mark}'; `)}; }`;
  try {
    const command = { visibleDirs: [home], hiddenDirs: [], workDir: home };
    const { account, idMap } = await giveHome(home, confinement, host);
    const plan = planLaunch(
      confinement,
      {
        ...{ folders: planFolders(command, host.stateDir), account, idMap, script, shown: [] },
        ...{ devices: host.surroundings.devices, shutSockets: [], network: hostNetwork },
        ...{ allowsUserNamespaces: host.surroundings.allowsUserNamespaces },
        scratchBytes: scratchBytesFor(host.surroundings.scratchBytes, null),
        filter: filterFor(confinement, host.surroundings),
        processes: null,
      },
      { first: [], confined: [] },
    );
    folder.create({
      command: {
        ...{ ...command, jobId: 'probe', attempt: 0, jobName: 'probe', userName: '', script },
        ...{ cpus: 1, timeoutMs: null, env: {} },
      },
      confinement,
      processors: null,
    });
    folder.writeInputs({
      ...{ script, environment: '', confineScript: plan.confineScript },
      filter: filterFor(confinement, host.surroundings),
    });
    const launcher = spawnLauncher(folder.path, 'CLUSTERDESK_JOB=probe', plan.command);
    const deadline = performance.now() + probeMs;
    while (performance.now() < deadline) {
      const exit = folder.readExit();
      // The last of the output may come after the exit; with the launcher's end all of it is there.
      if (exit !== null && launcher.exitCode !== null) {
        const output = readFileSync(folder.outputPath, 'utf8');
        return exit.code === 0 ? { seen: output } : { reason: reasonOf(output) };
      }
      await sleep(10);
    }
    return { reason: `no answer in ${String(probeMs / 1000)} s` };
  } catch (error) {
    return { reason: reasonOf(messageOf(error)) }; // Whatever is missing on this host.
  } finally {
    folder.remove();
    removeProbeHome(home);
  }
}

function reasonOf(output: string): string {
  const [first = ''] = output.split('\n');
  return first === '' ? 'the trial job saw or did what it must not' : first.slice(0, 300);
}

/** Gives the folder of a trial as a user's folder is given; where that cannot be shared, to the job's account alone. */
async function giveHome(
  home: string,
  confinement: Confinement,
  { accounts }: TrialHost,
): ReturnType<FileSharing['share']> {
  chmodSync(home, 0o700);
  const account = trialAccount(accounts);
  if (accounts.kind === 'numbered' && account !== null) {
    const { files } = accounts;
    chownSync(home, files.uid, files.gid);
    const shared = await new FileSharing(accounts, confinement, true).share([home], account);
    if (shared.account === account || confinement === 'none') {
      return shared;
    }
  }
  if (account !== null) {
    chownSync(home, account.uid, account.gid);
  }
  return { account, idMap: null };
}

/** Not recursive: the folder was given to the account, which could lead a recursive removal by root to other files. */
function removeProbeHome(home: string): void {
  try {
    unlinkSync(join(home, 'written'));
  } catch {
    // The recipe did not work.
  }
  try {
    rmdirSync(home);
  } catch {
    // Something else was put into it; an empty folder or two in /tmp do no harm.
  }
}

/** Finds the best recipe that works on this host by trying each, and logs why a better one does not. */
export async function probeConfinement(host: TrialHost): Promise<ProbeResult> {
  const candidates: Confinement[] = host.accounts.kind === 'own' ? [] : ['namespaces'];
  for (const confinement of [...candidates, 'bubblewrap', 'none'] as const) {
    const trial = await tryRecipe(confinement, host);
    if ('seen' in trial) {
      const sharing = new FileSharing(host.accounts, confinement, host.isUnconfinedAllowed);
      const unshared = await sharing.findMissing(host.filesRoots, trialAccount(host.accounts));
      const findings = judge(trial.seen, host);
      return {
        confinement,
        findings: unshared === null ? findings : { ...findings, account: unshared },
        unshared,
      };
    }
    log(`cannot run jobs with confinement ${confinement}: ${trial.reason}`);
  }
  return { confinement: null, findings: {}, unshared: null };
}

const otherRecipe =
  'an agent that runs as root with Perl and util-linux on Linux 5.12 or newer, or bubblewrap and an account that may make user namespaces';

/** Which protections the trial job was under, by what it saw. */
export function judge(
  seen: string,
  { accounts, surroundings, isUnconfinedAllowed }: Omit<TrialHost, 'stateDir' | 'filesRoots'>,
): ProtectionFindings {
  const [uid = '', mounts = '', devices = '', status = ''] = seen.split(`\n${mark}\n`);
  const hasOwnAccount =
    accounts.kind !== 'own' && Number(uid.trim()) === trialAccount(accounts)?.uid;
  const hasFilter = /^Seccomp:\t2$/m.test(status);
  const isRestricted = hasReadOnlyHost(mounts);
  return {
    account: hasOwnAccount
      ? cureOfFallback(accounts, isUnconfinedAllowed)
      : accounts.kind === 'own'
        ? 'an agent that runs as root'
        : 'jobs that can be confined',
    files: isRestricted ? null : otherRecipe,
    devices: hasOwnDevices(devices, surroundings.devices) ? null : otherRecipe,
    syscalls: hasFilter
      ? null
      : 'confined jobs on a processor of the x86_64 or aarch64 kind, and a kernel with seccomp filters',
    keys: hasOwnAccount || hasFilter ? null : 'an account of its own or a filter of system calls',
  };
}

function cureOfFallback({ kind }: JobAccounts, isUnconfinedAllowed: boolean): string | null {
  return kind === 'numbered' && isUnconfinedAllowed
    ? 'AGENT_ALLOW_UNCONFINED=false: a job whose files cannot be shared runs as the platform'
    : null;
}

/** Whether nothing but its own folder, its folders in memory, its processes and its devices can be written to. */
function hasReadOnlyHost(mounts: string): boolean {
  const lines = mounts.split('\n').filter((line) => line !== '');
  return (
    lines.length > 0 &&
    lines.every((line) => {
      const [, , , , point = '', options = ''] = line.split(' ');
      const isOwn =
        scratchDirs.includes(point) ||
        /^\/(proc|dev\/.+)$/.test(point) ||
        /\/clusterdesk-probe-[^/]*$/.test(point);
      return isOwn || options.split(',').includes('ro');
    })
  );
}

const ownDevices = new Set([
  ...['null', 'zero', 'full', 'random', 'urandom', 'tty', 'ptmx', 'pts', 'shm', 'console'],
  ...['fd', 'stdin', 'stdout', 'stderr', 'core'],
]);

function hasOwnDevices(listing: string, granted: readonly string[]): boolean {
  const names = listing.split('\n').filter((name) => name !== '');
  const isGranted = (name: string): boolean =>
    granted.some((path) => `${path}/`.startsWith(`/dev/${name}/`));
  return names.length > 0 && names.every((name) => ownDevices.has(name) || isGranted(name));
}
