import { execFileSync } from 'node:child_process';
import { systemPath } from '../../../runs/processes/launcher.js';
import { networkFolders, shownOf, shutMounts } from '../host-view.js';
import { asAccount, jobShell, type LaunchPlan, type PlannedJob } from './job-command.js';

const scriptPath = '/tmp/job.sh';
const coverBytes = 1024 ** 2;

/** Shares of what a job may hold in memory; what is not named gets the last. */
const scratchShares: Record<string, number> = { '/tmp': 1 / 2, '/dev/shm': 1 / 4 };
const otherShare = 1 / 16;

/** Whether this bubblewrap can bound a file system in memory (older ones cannot). */
export function boundsMemory(): boolean {
  try {
    const help = execFileSync('bwrap', ['--help'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: systemPath },
    });
    return help.includes('--size ');
  } catch {
    return false;
  }
}

/**
 * The recipe of an agent that is not root (or is root without the right to mount): the same view with bubblewrap.
 * Its steps are done in the order given.
 * @param isBounded whether bubblewrap knows `--size`
 */
export function planBubblewrap(job: PlannedJob, isBounded: boolean): LaunchPlan {
  const { visible, scratch } = job.folders;
  const covers = [...job.folders.covers, ...(job.network.isOwn ? networkFolders() : [])];
  const memory = (path: string, bytes: number): string[] => [
    ...(isBounded ? ['--size', String(Math.ceil(bytes))] : []),
    ...['--tmpfs', path],
  ];
  const args = [
    ['--die-with-parent', '--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    ['--unshare-cgroup-try', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...(job.network.isMadeByRecipe ? [['--unshare-net']] : []),
    ...job.devices.map((path) => ['--dev-bind', path, path]),
    ...covers.map((path) => memory(path, coverBytes)),
    ...scratch.map((path) => memory(path, job.scratchBytes * (scratchShares[path] ?? otherShare))),
    ...[...shownOf(covers), ...job.shown].map(({ source, target }) => [
      '--ro-bind',
      source,
      target,
    ]),
    ...visible.map((path) => ['--bind', path, path]),
    ...job.shutSockets.map((path) => ['--ro-bind', '/dev/null', path]),
    ...[...covers, ...shutMounts(job)].map((path) => ['--remount-ro', path]),
    ['--ro-bind-data', '3', scriptPath],
    ...(job.filter === null ? [] : [['--seccomp', '6']]),
    ['--chdir', '/', '--'],
  ];
  return {
    command: [
      ...[...job.network.prefix, ...asAccount(job.account)],
      ...['bwrap', ...args.flat(), ...jobShell(job, scriptPath)],
    ],
  };
}
