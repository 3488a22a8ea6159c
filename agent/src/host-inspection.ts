import { totalmem, userInfo } from 'node:os';
import type { Config } from './config.js';
import { JobGroups } from './jobs/cgroups/job-groups.js';
import { processesOfJob } from './jobs/cgroups/job-limits.js';
import { tryLimits } from './jobs/cgroups/trial.js';
import { UserScopes } from './jobs/cgroups/user-scopes.js';
import { type Confinement, hasTaskset } from './jobs/confinement/confinement.js';
import { FileSharing } from './jobs/confinement/files/file-sharing.js';
import { findDevices } from './jobs/confinement/host-view.js';
import { probeConfinement, type ProbeResult } from './jobs/confinement/probe.js';
import { countsProcessesApart } from './jobs/confinement/process-count.js';
import { allowedProcessors } from './jobs/confinement/processors.js';
import type { JobHost } from './jobs/job-host.js';
import { RunRefusedError } from './runs/run-refused-error.js';
import type { HostNetworks } from './jobs/network/job-network.js';
import {
  describeNetworks,
  findNetworkProtection,
  givenNetworks,
  probeNetworks,
} from './jobs/network/probe-networks.js';
import {
  describeProtections,
  heldProtections,
  type ProtectionFindings,
  writeProtections,
} from './jobs/protections.js';
import { trialAccount } from './host/job-accounts.js';
import { log } from './log.js';

function refusalOf(
  config: Config,
  confinement: Confinement | null,
  networks: HostNetworks,
): RunRefusedError | null {
  if (!config.allow.includes('jobs')) {
    return new RunRefusedError(
      'AGENT_JOBS_NOT_ALLOWED',
      'AGENT_ALLOW of this host leaves jobs out.',
    );
  }
  if (config.filesRoots.length === 0) {
    return new RunRefusedError(
      'AGENT_FILES_ROOT_UNSET',
      'set AGENT_FILES_ROOT to the folder of the homes (FILES_DIR/home of the platform), as it is mounted here.',
    );
  }
  if (confinement === null) {
    return new RunRefusedError(
      'AGENT_JOBS_UNCONFINED',
      'jobs cannot be run as another account here.',
    );
  }
  if (confinement === 'none' && !config.isUnconfinedAllowed) {
    const cure =
      'run the agent as root with Perl and util-linux, or install bubblewrap and let its account make user namespaces; or set AGENT_ALLOW_UNCONFINED=true.';
    return new RunRefusedError('AGENT_JOBS_UNCONFINED', `jobs cannot be confined here: ${cure}`);
  }
  if (givenNetworks(networks).length === 0) {
    const cure =
      'install iproute2 and slirp4netns and let the agent open /dev/net/tun, or set AGENT_ALLOW_HOST_NETWORK=true.';
    const sentence = `jobs cannot be kept from the host's network here: ${cure}`;
    return new RunRefusedError('AGENT_NETWORK_MISSING', sentence);
  }
  return null;
}

/** Whether it is known already that no job's files could be shared with an account of its own. */
function refusalOfFiles(config: Config, { unshared }: ProbeResult): RunRefusedError | null {
  return unshared === null || config.isUnconfinedAllowed
    ? null
    : new RunRefusedError(
        'AGENT_FILES_UNSHARED',
        `the platform and jobs cannot both own the files of users; that needs ${unshared}.`,
      );
}

/** Whether jobs can be shown entries of projects, which is logged where the settings ask for it. */
async function findProjects(config: Config, confinement: Confinement): Promise<boolean> {
  const { jobAccounts, projectsRoots, isUnconfinedAllowed } = config;
  if (projectsRoots.length === 0) {
    return false;
  }
  const sharing = new FileSharing(jobAccounts, confinement, isUnconfinedAllowed);
  const canShow =
    confinement === 'namespaces' &&
    (await sharing.canMapProjects(projectsRoots, trialAccount(jobAccounts)));
  log(
    canShow
      ? `shows jobs entries of projects below ${projectsRoots.join(' and ')}`
      : 'takes no jobs in projects: that needs confinement namespaces, AGENT_RUN_AS=shared, and a file system at AGENT_PROJECTS_ROOT that knows mapped ids (Linux 5.12)',
  );
  return canShow;
}

/** Finds out what this host can do with jobs, and logs it. Each part of the agent adds its findings about the protections here. */
export async function inspectHost(config: Config, stateDir: string): Promise<JobHost> {
  const accounts = config.jobAccounts;
  const surroundings = {
    devices: findDevices(config.jobDevices),
    sockets: config.jobSockets,
    scratchBytes: config.jobScratchBytes,
    allowsUserNamespaces: config.isAllowingUserNamespaces,
  };
  const probe: ProbeResult = config.allow.includes('jobs')
    ? await probeConfinement({
        ...{ accounts, stateDir, surroundings, filesRoots: config.filesRoots },
        isUnconfinedAllowed: config.isUnconfinedAllowed,
      })
    : { confinement: null, findings: {}, unshared: null };
  const confinement = probe.confinement ?? 'none';
  const networks = await probeNetworks(
    ...([confinement, trialAccount(accounts), stateDir, config.isHostNetworkAllowed] as const),
  );
  const refusal = refusalOf(config, probe.confinement, networks) ?? refusalOfFiles(config, probe);
  if (refusal !== null) {
    log(`takes no jobs: ${refusal.message}`);
  } else {
    log(
      confinement === 'none'
        ? 'takes jobs WITHOUT confinement, as AGENT_ALLOW_UNCONFINED=true allows'
        : `takes jobs, each confined with ${confinement}`,
    );
    log(describeNetworks(networks));
  }
  const groups =
    refusal === null ? JobGroups.open(stateDir, config.jobAllowance, allowedProcessors()) : null;
  const scopes =
    refusal === null && groups === null
      ? await UserScopes.find(
          userInfo().uid,
          config.jobAllowance,
          allowedProcessors().length,
          totalmem(),
        )
      : null;
  const processLimit =
    refusal === null && confinement === 'bubblewrap' && (await countsProcessesApart())
      ? (cpus: number) => config.jobAllowance.processes ?? processesOfJob(cpus)
      : null;
  const findings: ProtectionFindings = {
    ...probe.findings,
    network: findNetworkProtection(networks),
    ...(await tryLimits(groups, allowedProcessors(), stateDir)),
    ...scopes?.findings,
    ...(processLimit && { processes: null }),
  };
  if (refusal === null) {
    log(describeProtections(findings));
  }
  writeProtections(stateDir, findings);
  return {
    stateDir,
    filesRoots: config.filesRoots,
    projectsRoots: config.projectsRoots,
    showsProjects: refusal === null && (await findProjects(config, confinement)),
    hiddenDirs: config.hiddenDirs,
    refusal,
    confinement,
    networks,
    protections: heldProtections(findings),
    accounts,
    isUnconfinedAllowed: config.isUnconfinedAllowed,
    surroundings,
    groups,
    scopes,
    processLimit,
    processors:
      refusal === null && (findings.processors === null || hasTaskset())
        ? allowedProcessors()
        : null,
  };
}
