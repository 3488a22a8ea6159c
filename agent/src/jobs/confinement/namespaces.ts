import { join } from 'node:path';
import { type JobFolders, isWithin } from './folders.js';
import { asAccount, jobShell, type LaunchPlan, type PlannedJob } from './job-command.js';
import { shellQuote } from './shell.js';

/** The script lies where no other job's folder can be. */
const scriptPath = '/tmp/job.sh';

/**
 * What root does in the new mount namespace: keep the visible folders aside, cover what is to be hidden, bring the
 * visible ones back to their places. Sources are relative and not made canonical (-c), because the folder they are
 * kept in is itself covered half-way.
 */
export function namespaceScript(job: PlannedJob, stateDir: string): string {
  const { visible, covers, scratch } = job.folders;
  const keep = visible.map((path, index) => [
    `mkdir ${String(index)}`,
    `mount -c --rbind ${shellQuote(path)} ./${String(index)}`,
  ]);
  const bringBack = visible.map((path, index) => [
    ...(isCovered(path, job.folders) ? [`mkdir -p ${shellQuote(path)}`] : []),
    `mount -c --rbind ./${String(index)} ${shellQuote(path)}`,
  ]);
  return [
    `trap '[ $? = 0 ] || { echo "ClusterDesk: this host could not confine the job"; exit 125; }' EXIT`,
    'set -e',
    'umask 022',
    'mount --make-rprivate /',
    `mount -t tmpfs -o mode=0700 aside ${shellQuote(join(stateDir, 'aside'))}`,
    `cd ${shellQuote(join(stateDir, 'aside'))}`,
    ...keep.flat(),
    ...covers.map((path) => `mount -t tmpfs -o mode=0755,nosuid,nodev cover ${shellQuote(path)}`),
    ...scratch.map(
      (path) => `mount -t tmpfs -o mode=1777,nosuid,nodev scratch ${shellQuote(path)}`,
    ),
    ...bringBack.flat(),
    ...covers.map((path) => `mount -o remount,ro,nosuid,nodev ${shellQuote(path)}`),
    'mount -t proc -o nosuid,nodev,noexec proc /proc',
    `cat <&3 >${scriptPath}`,
    'exec 3<&-',
    'cd /',
    `exec ${[...asAccount(job.account), ...jobShell(job, scriptPath)].map(shellQuote).join(' ')}`,
    '',
  ].join('\n');
}

function isCovered(path: string, folders: JobFolders): boolean {
  return [...folders.covers, ...folders.scratch].some((cover) => isWithin(path, cover));
}

/** The recipe of a root agent: util-linux and nothing else. */
export function planNamespaces(job: PlannedJob, stateDir: string): LaunchPlan {
  const flags = ['--mount', '--ipc', '--pid', '--fork', '--kill-child'];
  return {
    command: ['unshare', ...flags, '--', '/bin/sh', './confine.sh'],
    confineScript: namespaceScript(job, stateDir),
  };
}
