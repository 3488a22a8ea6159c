import { asAccount, jobShell, type LaunchPlan, type PlannedJob } from './job-command.js';

const scriptPath = '/tmp/job.sh';

/**
 * The recipe of an agent that is not root (or is root without the right to mount): the same view with bubblewrap,
 * and all of the host read-only besides. Its steps are done in the order given.
 */
export function planBubblewrap(job: PlannedJob): LaunchPlan {
  const { visible, covers, scratch } = job.folders;
  const args = [
    ['--die-with-parent', '--unshare-pid', '--unshare-ipc'],
    ['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--proc', '/proc'],
    ...[...covers, ...scratch].map((path) => ['--tmpfs', path]),
    ...visible.map((path) => ['--bind', path, path]),
    ...covers.map((path) => ['--remount-ro', path]),
    ['--ro-bind-data', '3', scriptPath],
    ['--chdir', '/', '--'],
  ];
  return {
    command: [...asAccount(job.account), 'bwrap', ...args.flat(), ...jobShell(job, scriptPath)],
  };
}
