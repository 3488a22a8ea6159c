import { isAbsolute, resolve } from 'node:path';
import { agentCapabilities } from '@clusterdesk/contracts';
import { z } from 'zod';
import { type Account, AccountLookupError, findAccount } from './host/accounts.js';

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((text) => text === 'true');

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a number above 0, for jobs never run as root')
  .transform(Number);

const environmentSchema = z.object({
  AGENT_SERVER: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of the platform, such as http://127.0.0.1:8080',
    })
    .transform((text) => new URL(text).origin),
  AGENT_TOKEN: z.string().max(200, 'is too long for an enrolment token').optional(),
  AGENT_STATE_DIR: z
    .string()
    .refine(isAbsolute, 'must be an absolute path')
    .transform((path) => resolve(path))
    .default('/var/lib/clusterdesk-agent'),
  AGENT_RUN_AS: z
    .enum(['shared', 'mapped'], { error: 'must be shared or mapped' })
    .default('shared'),
  AGENT_ALLOW: z
    .string()
    .default(agentCapabilities.join(','))
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(
      z.array(
        z.enum(agentCapabilities, {
          error: `must be words out of ${agentCapabilities.join(', ')}, with commas between`,
        }),
      ),
    ),
  AGENT_ALLOW_UNCONFINED: flag,
  AGENT_STOP_JOBS_ON_EXIT: flag,
  AGENT_SERVICE_USER: z.string().optional(),
  AGENT_SERVICE_UID: id.optional(),
  AGENT_SERVICE_GID: id.optional(),
  AGENT_HOSTNAME: z.string().max(255, 'is longer than 255 characters').optional(),
});
type Environment = z.infer<typeof environmentSchema>;

/** The agent's settings, checked. `serviceAccount` is null when jobs run as the agent's own account. */
export interface Config {
  server: string;
  token: string | undefined;
  stateDir: string;
  runAs: Environment['AGENT_RUN_AS'];
  allow: Environment['AGENT_ALLOW'];
  isUnconfinedAllowed: boolean;
  isStoppingJobsOnExit: boolean;
  serviceAccount: Account | null;
  hostname: string | undefined;
}

/** What is wrong with the settings, one line per wrong value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}

async function findServiceAccount(env: Environment): Promise<Account> {
  if (env.AGENT_SERVICE_UID !== undefined && env.AGENT_SERVICE_GID !== undefined) {
    const name = env.AGENT_SERVICE_USER ?? 'clusterdesk';
    return { name, uid: env.AGENT_SERVICE_UID, gid: env.AGENT_SERVICE_GID, hasOwnGroups: false };
  }
  if (env.AGENT_SERVICE_UID !== undefined || env.AGENT_SERVICE_GID !== undefined) {
    throw new ConfigError([
      'AGENT_SERVICE_UID and AGENT_SERVICE_GID go together: set both or neither.',
    ]);
  }
  if (env.AGENT_SERVICE_USER === undefined) {
    throw new ConfigError([
      'AGENT_SERVICE_USER is missing: a root agent needs the account that jobs run as (or take jobs out of AGENT_ALLOW).',
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
    throw new ConfigError(['AGENT_SERVICE_USER: jobs never run as root, name another account.']);
  }
  return { ...account, hasOwnGroups: false };
}

/** Reads the settings out of an environment; rejects with a ConfigError. */
export async function readConfig(source: NodeJS.ProcessEnv, isRoot: boolean): Promise<Config> {
  const given = Object.fromEntries(Object.entries(source).filter(([, text]) => text !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return given[name] === undefined ? `${name} is missing.` : `${name} ${issue.message}.`;
    });
    throw new ConfigError([...new Set(lines)]);
  }
  const env = parsed.data;
  if (env.AGENT_RUN_AS === 'mapped' && !isRoot) {
    throw new ConfigError(['AGENT_RUN_AS=mapped needs an agent that runs as root.']);
  }
  const needsAccount = isRoot && env.AGENT_RUN_AS === 'shared' && env.AGENT_ALLOW.includes('jobs');
  return {
    server: env.AGENT_SERVER,
    token: env.AGENT_TOKEN,
    stateDir: env.AGENT_STATE_DIR,
    runAs: env.AGENT_RUN_AS,
    allow: env.AGENT_ALLOW,
    isUnconfinedAllowed: env.AGENT_ALLOW_UNCONFINED,
    isStoppingJobsOnExit: env.AGENT_STOP_JOBS_ON_EXIT,
    serviceAccount: needsAccount ? await findServiceAccount(env) : null,
    hostname: env.AGENT_HOSTNAME,
  };
}
