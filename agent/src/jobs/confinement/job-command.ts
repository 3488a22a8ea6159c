import { existsSync } from 'node:fs';
import type { Account } from '../../host/accounts.js';
import type { JobFolders } from './folders.js';

/** One job as the recipes need it. */
export interface PlannedJob {
  folders: JobFolders;
  /** Null: the agent's own account, which is then not root. */
  account: Account | null;
  script: string;
}

/** How the launcher starts a job: a command, and the text that the command may read as ./confine.sh. */
export interface LaunchPlan {
  command: string[];
  confineScript?: string;
}

/** Makes the rest of a command run as a job's account, for good. Nothing to do when the agent is that account. */
export function asAccount(account: Account | null): string[] {
  if (account === null) {
    return [];
  }
  const { uid, gid, hasOwnGroups } = account;
  const groups = hasOwnGroups ? '--init-groups' : '--clear-groups';
  const rights = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
  return ['setpriv', `--reuid=${String(uid)}`, `--regid=${String(gid)}`, groups, ...rights, '--'];
}

/**
 * The first process of the job itself, already confined: notes that the job begins, takes the environment, goes to the work
 * folder, runs the script and says its exit code. Descriptors 3, 4 and 5 are the launcher's: script, environment and the note,
 * without which nothing runs. When memory runs out the job goes before the platform, and it may start half as many
 * processes as its account, which may be the platform's. It outlives TERM so that the script may clean up; its own messages go nowhere.
 */
const jobShellScript = `
trap : TERM INT HUP
echo begin >&5 || exit 125
exec 5>&-
umask 022
echo 1000 2>/dev/null >/proc/self/oom_score_adj
n=$(ulimit -u 2>/dev/null || ulimit -p 2>/dev/null)
case $n in
'' | *[!0-9]*) ;;
*) { ulimit -u $((n / 2)) || ulimit -p $((n / 2)); } 2>/dev/null ;;
esac
eval "$(cat <&4)"
exec 4<&-
cd -- "$1" 2>/dev/null || { echo "ClusterDesk: the job cannot enter its work folder $1"; exit 1; }
shift
exec 2>/dev/null
("$@") 2>&1
exit $?
`;

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
  return ['setsid', '/bin/sh', '-c', jobShellScript, 'job', job.folders.workDir, ...script];
}
