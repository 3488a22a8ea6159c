import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmdirSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentHello } from '@clusterdesk/contracts';
import type { Account } from '../../host/accounts.js';
import { planBubblewrap } from './bubblewrap.js';
import { planFolders } from './folders.js';
import { asAccount, jobShell, type LaunchPlan, type PlannedJob } from './job-command.js';
import { spawnLauncher, systemPath } from '../processes/launcher.js';
import { JobFolder } from '../spool/job-folder.js';
import { planNamespaces } from './namespaces.js';
import { shellQuote } from './shell.js';

/** How jobs are kept to their folders here; `none` is for hosts whose operator allowed it. */
export type Confinement = AgentHello['confinement'];

const probeMs = 10_000;

/** The launch plan of a job under a recipe. */
export function planLaunch(
  confinement: Confinement,
  job: PlannedJob,
  stateDir: string,
  processors: number[] | null,
): LaunchPlan {
  const plan = planConfined(confinement, job, stateDir);
  const limit = processors === null ? [] : ['taskset', '-c', processors.join(',')];
  return { ...plan, command: [...limit, ...plan.command] };
}

function planConfined(confinement: Confinement, job: PlannedJob, stateDir: string): LaunchPlan {
  switch (confinement) {
    case 'namespaces':
      return planNamespaces(job, stateDir);
    case 'bubblewrap':
      return planBubblewrap(job);
    case 'none':
      return { command: [...asAccount(job.account), ...jobShell(job, '/dev/fd/3')] };
  }
}

/** Runs a real job under a recipe: it must not be root, must write to its folder and must not see the agent's. */
async function works(
  confinement: Confinement,
  account: Account | null,
  stateDir: string,
): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'clusterdesk-probe-'));
  const folder = new JobFolder(stateDir, 'probe');
  const hidden = confinement === 'none' ? '' : `[ ! -e ${shellQuote(join(stateDir, 'jobs'))} ] &&`;
  const script = `[ "$(id -u)" != 0 ] && ${hidden} echo >written`;
  try {
    chmodSync(home, 0o700);
    if (account !== null) {
      chownSync(home, account.uid, account.gid);
    }
    const command = { visibleDirs: [home], hiddenDirs: [], workDir: home };
    const job = { folders: planFolders(command, stateDir), account, script };
    const plan = planLaunch(confinement, job, stateDir, null);
    folder.create({
      command: {
        ...{ ...command, jobId: 'probe', attempt: 0, jobName: 'probe', userName: '', script },
        ...{ cpus: 1, timeoutMs: null, env: {} },
      },
      confinement,
      processors: null,
      notesBegin: true,
    });
    folder.writeInputs({ script, environment: '', confineScript: plan.confineScript });
    spawnLauncher(folder.path, 'CLUSTERDESK_JOB=probe', plan.command);
    const deadline = performance.now() + probeMs;
    while (performance.now() < deadline) {
      const exit = folder.readExit();
      if (exit !== null) {
        return exit.code === 0;
      }
      await sleep(10);
    }
    return false;
  } catch {
    return false; // Whatever is missing on this host, the recipe does not work here.
  } finally {
    folder.remove();
    removeProbeHome(home);
  }
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

/** Finds the best recipe that works on this host by trying each. Null: jobs cannot even be run as their account. */
export async function probeConfinement(
  account: Account | null,
  stateDir: string,
): Promise<Confinement | null> {
  const candidates: Confinement[] = account === null ? [] : ['namespaces'];
  for (const confinement of [...candidates, 'bubblewrap', 'none'] as const) {
    if (await works(confinement, account, stateDir)) {
      return confinement;
    }
  }
  return null;
}

/** Whether jobs can be kept to some of the processors. */
export function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore', env: { PATH: systemPath } });
    return true;
  } catch {
    return false;
  }
}
