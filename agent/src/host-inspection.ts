import type { Config } from './config.js';
import { type Confinement, hasTaskset, probeConfinement } from './jobs/confinement/confinement.js';
import { allowedProcessors } from './jobs/confinement/processors.js';
import { JobRefusedError } from './jobs/job-refused-error.js';
import type { JobHost } from './jobs/runner.js';
import { log } from './log.js';

function refusalOf(config: Config, confinement: Confinement | null): JobRefusedError | null {
  if (!config.allow.includes('jobs')) {
    return new JobRefusedError(
      'AGENT_JOBS_NOT_ALLOWED',
      'AGENT_ALLOW of this host leaves jobs out.',
    );
  }
  if (confinement === null) {
    return new JobRefusedError(
      'AGENT_JOBS_UNCONFINED',
      'jobs cannot be run as another account here.',
    );
  }
  if (confinement === 'none' && !config.isUnconfinedAllowed) {
    const cure = 'install bubblewrap, run the agent as root, or set AGENT_ALLOW_UNCONFINED=true.';
    return new JobRefusedError('AGENT_JOBS_UNCONFINED', `jobs cannot be confined here: ${cure}`);
  }
  return null;
}

/** Finds out what this host can do with jobs, and logs it in one line. */
export async function inspectHost(config: Config, stateDir: string): Promise<JobHost> {
  const isMapped = config.runAs === 'mapped';
  // Any account but root shows whether a recipe works; users of mapped jobs are known only later.
  const nobody = { name: 'nobody', uid: 65534, gid: 65534, hasOwnGroups: false };
  const probed = config.allow.includes('jobs')
    ? await probeConfinement(isMapped ? nobody : config.serviceAccount, stateDir)
    : null;
  const refusal = refusalOf(config, probed);
  const confinement = probed ?? 'none';
  if (refusal !== null) {
    log(`takes no jobs: ${refusal.message}`);
  } else {
    log(
      confinement === 'none'
        ? 'takes jobs WITHOUT confinement, as AGENT_ALLOW_UNCONFINED=true allows'
        : `takes jobs, each confined with ${confinement}`,
    );
  }
  return {
    stateDir,
    refusal,
    confinement,
    account: isMapped ? 'mapped' : config.serviceAccount,
    processors: refusal === null && hasTaskset() ? allowedProcessors() : null,
  };
}
