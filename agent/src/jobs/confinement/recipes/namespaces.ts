import { confineProgram } from './confine-program.js';
import {
  basicDevices,
  maskedFiles,
  networkFolders,
  readOnlyFolders,
  scratchOptions,
  shownOf,
  shutMounts,
} from '../host-view.js';
import { asAccount, jobShell, type LaunchPlan, type PlannedJob } from './job-command.js';
import type { Architecture } from '../syscalls/system-calls.js';

/** The script lies where no other job's folder can be. */
const scriptPath = '/tmp/job.sh';

/** What --kill-child asks the kernel for is lost with the change of the account, so it is asked for again. */
const endsWithUnshare = ['--pdeathsig=KILL'];

/**
 * The recipe of a root agent: util-linux makes the namespaces, and a Perl program does the rest in one process.
 * Needs Linux 5.12, for attributes of whole trees of mounts.
 */
export function planNamespaces(job: PlannedJob, architecture: Architecture): LaunchPlan {
  const { visible, project, covers, scratch } = job.folders;
  const flags = ['--mount', '--ipc', '--pid', '--uts', '--cgroup', '--fork', '--kill-child'];
  return {
    command: [...job.network.prefix, 'unshare', ...flags, '--', 'perl', './confine.pl'],
    confineScript: confineProgram(architecture.column, {
      visible,
      project,
      covers,
      idMap: job.idMap,
      scratch: { folders: scratch, options: scratchOptions(job.scratchBytes) },
      devices: [...basicDevices, ...job.devices],
      shown: [...shownOf(covers), ...job.shown],
      networkFolders: job.network.isOwn ? networkFolders() : [],
      // A process in a user namespace may mount /proc only where nothing of it is covered.
      masked: [...job.shutSockets, ...(job.allowsUserNamespaces ? [] : maskedFiles)],
      readOnly: job.allowsUserNamespaces ? [] : readOnlyFolders,
      shut: shutMounts(job),
      scriptPath,
      command: [...asAccount(job.account, endsWithUnshare), ...jobShell(job, scriptPath)],
    }),
  };
}
