import type { AgentHello } from '@clusterdesk/contracts';
import { ConfigError } from '../config-error.js';
import { type Account, AccountLookupError, findAccount } from './accounts.js';
import type { JobAccounts, UidRange } from './job-accounts.js';

/** The settings about accounts, each of which is in itself as it must be. */
interface AccountSettings {
  AGENT_RUN_AS: 'shared' | 'mapped';
  AGENT_ALLOW: AgentHello['allow'];
  AGENT_JOB_UIDS: UidRange;
  AGENT_SERVICE_USER?: string | undefined;
  AGENT_SERVICE_UID?: number | undefined;
  AGENT_SERVICE_GID?: number | undefined;
}

async function findServiceAccount(env: AccountSettings): Promise<Account> {
  if (env.AGENT_SERVICE_UID !== undefined && env.AGENT_SERVICE_GID !== undefined) {
    const name = env.AGENT_SERVICE_USER ?? 'clusterdesk';
    return { name, uid: env.AGENT_SERVICE_UID, gid: env.AGENT_SERVICE_GID, groups: [] };
  }
  if (env.AGENT_SERVICE_UID !== undefined || env.AGENT_SERVICE_GID !== undefined) {
    throw new ConfigError([
      'AGENT_SERVICE_UID and AGENT_SERVICE_GID go together: set both or neither.',
    ]);
  }
  if (env.AGENT_SERVICE_USER === undefined) {
    throw new ConfigError([
      'AGENT_SERVICE_USER is missing: a root agent needs the account that users’ files belong to (or take jobs out of AGENT_ALLOW).',
    ]);
  }
  const account = await findAccount(env.AGENT_SERVICE_USER).catch((error: unknown) => {
    throw error instanceof AccountLookupError
      ? new ConfigError([`AGENT_SERVICE_USER: ${error.message}.`])
      : error;
  });
  if (account === null) {
    throw new ConfigError([
      `AGENT_SERVICE_USER: this host has no account ${env.AGENT_SERVICE_USER}.`,
    ]);
  }
  if (account.uid === 0) {
    throw new ConfigError([
      'AGENT_SERVICE_USER: users’ files never belong to root, name another account.',
    ]);
  }
  return { ...account, groups: [] };
}

/**
 * Whose account jobs run as by these settings.
 * @throws ConfigError
 */
export async function findJobAccounts(env: AccountSettings, isRoot: boolean): Promise<JobAccounts> {
  if (env.AGENT_RUN_AS === 'mapped') {
    return { kind: 'mapped' };
  }
  if (!isRoot || !env.AGENT_ALLOW.includes('jobs')) {
    return { kind: 'own' };
  }
  const [range, files] = [env.AGENT_JOB_UIDS, await findServiceAccount(env)];
  if ([files.uid, files.gid].some((used) => used >= range.first && used <= range.last)) {
    throw new ConfigError([
      'AGENT_JOB_UIDS must leave out the account of AGENT_SERVICE_USER or AGENT_SERVICE_UID.',
    ]);
  }
  return { kind: 'numbered', range, files };
}
