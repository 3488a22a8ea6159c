import { isAbsolute, resolve } from 'node:path';
import { agentCapabilities, type MemoryRule } from '@clusterdesk/contracts';
import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { findJobAccounts } from './host/account-settings.js';
import type { JobAccounts, UidRange } from './host/job-accounts.js';
import type { JobAllowance } from './jobs/cgroups/job-groups.js';
import { isWithin } from './jobs/confinement/files/folders.js';
import { readTokenFile } from './enrolment/token-file.js';
import { readAuthorities } from './transport/certificates.js';

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((text) => text === 'true');

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a number above 0, for jobs never run as root')
  .transform(Number);

const unitBytes = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 };

/** `share`, `all`, or bytes with an optional K, M, G or T behind. */
const memoryRule = z
  .string()
  .regex(
    /^(share|all|[1-9]\d{0,15}[KMGT]?)$/,
    'must be share, all, or a number of bytes such as 4G',
  )
  .transform((text): MemoryRule => {
    const [, digits, unit] = /^(\d+)([KMGT]?)$/.exec(text) ?? [];
    return digits === undefined
      ? text === 'all'
        ? 'all'
        : 'share'
      : Number(digits) * unitBytes[(unit ?? '') as keyof typeof unitBytes];
  });

/** Below are the accounts of people and services; uids above this are taken for -1 by some programs. */
const jobUidBounds = { least: 65_536, most: 2_147_483_647, width: 1_000 };

const uidRange = z
  .string()
  .default('1900000000-1900099999')
  .transform((text): UidRange => {
    const [, first, last] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? [];
    return { first: Number(first), last: Number(last) };
  })
  .refine(
    ({ first, last }) =>
      first >= jobUidBounds.least &&
      last <= jobUidBounds.most &&
      last - first + 1 >= jobUidBounds.width,
    'must be two numbers with - between: from 65536 to 2147483647, a thousand or more',
  );

const devicePath = /^\/dev(\/[\w.:@+-]+)+$/;

const devices = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((path) => path.trim())))
  .refine(
    (paths) => paths.every((path) => devicePath.test(path) && !path.split('/').includes('..')),
    'must be none, or paths below /dev with commas between',
  )
  .optional();

const sockets = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(':')))
  .refine(
    (paths) => paths.every((path) => /^(\/[^/]+)+$/.test(path)),
    'must be none, or absolute paths with : between',
  )
  // Programs ask there for the names of accounts, where SSSD knows them.
  .default(['/var/lib/sss/pipes']);

const folders = z
  .string()
  .default('')
  .transform((text) => text.split(':').filter((path) => path !== ''))
  .refine(
    (paths) => paths.every((path) => isAbsolute(path) && resolve(path) === path && path !== '/'),
    'must be absolute paths without links, with colons between',
  );

const mebibytes = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'must be a number of MiB above 0')
  .transform((text) => Number(text) * 1024 ** 2)
  .optional();

const absolutePath = z
  .string()
  .refine(isAbsolute, 'must be an absolute path')
  .transform((path) => resolve(path));

const token = z.string().max(200, 'is too long for an enrolment token').optional();

const environmentSchema = z.object({
  AGENT_SERVER: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of the platform, such as http://127.0.0.1:8080',
    })
    .transform((text) => new URL(text).origin),
  AGENT_CA_FILE: absolutePath.optional(),
  AGENT_TOKEN: token,
  AGENT_TOKEN_FILE: absolutePath.optional(),
  AGENT_STATE_DIR: absolutePath.default('/var/lib/clusterdesk-agent'),
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
  AGENT_FILES_ROOT: folders,
  AGENT_PROJECTS_ROOT: folders,
  AGENT_HIDDEN_DIRS: folders,
  AGENT_ALLOW_UNCONFINED: flag,
  AGENT_JOB_MEMORY: memoryRule.default('share'),
  AGENT_JOB_PROCESSES: z
    .string()
    .regex(/^\d{2,6}$/, 'must be a number from 10 to 999999')
    .transform(Number)
    .optional(),
  AGENT_ALLOW_HOST_NETWORK: flag,
  AGENT_STOP_JOBS_ON_EXIT: flag,
  AGENT_JOB_UIDS: uidRange,
  AGENT_JOB_DEVICES: devices,
  AGENT_JOB_SOCKETS: sockets,
  AGENT_JOB_SCRATCH_MB: mebibytes,
  AGENT_JOB_USER_NAMESPACES: flag,
  AGENT_SERVICE_USER: z.string().optional(),
  AGENT_SERVICE_UID: id.optional(),
  AGENT_SERVICE_GID: id.optional(),
  AGENT_SIGN_IN_SOCKET: absolutePath.optional(),
  AGENT_HOSTNAME: z.string().max(255, 'is longer than 255 characters').optional(),
});
type Environment = z.infer<typeof environmentSchema>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environmentSchema.shape);

/** The agent's settings, checked. */
export interface Config {
  server: string;
  /** Certificates, PEM, of the authorities for the server; null: those that Node trusts by default. */
  authorities: string[] | null;
  token: string | undefined;
  /** Where the token came from; the file is to go when the node is enrolled. */
  tokenFile: string | undefined;
  stateDir: string;
  allow: Environment['AGENT_ALLOW'];
  /** The folders directly below which the homes of users lie. */
  filesRoots: string[];
  /** The folders directly below which projects lie; none: its jobs see nothing of any. */
  projectsRoots: string[];
  /** Folders of this host that no job sees, whatever the server says. */
  hiddenDirs: string[];
  isUnconfinedAllowed: boolean;
  jobAllowance: JobAllowance;
  isHostNetworkAllowed: boolean;
  isStoppingJobsOnExit: boolean;
  jobAccounts: JobAccounts;
  /** Devices that jobs may use; null: those that compute, as far as they are there. */
  jobDevices: string[] | null;
  /** Unix sockets of the host, or folders of such, that jobs may use. */
  jobSockets: string[];
  /** What a job may hold in its folders in memory, bytes; null: by its memory limit. */
  jobScratchBytes: number | null;
  isAllowingUserNamespaces: boolean;
  /** Where the host's sign-in program redeems codes; undefined: nowhere. */
  signInSocket: string | undefined;
  hostname: string | undefined;
}

/** A variable without a value counts as not set. */
function givenIn(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(source).filter(([, text]) => text !== ''));
}

function readToken(env: Environment): string | undefined {
  if (env.AGENT_TOKEN_FILE === undefined) {
    return env.AGENT_TOKEN;
  }
  if (env.AGENT_TOKEN !== undefined) {
    throw new ConfigError(['AGENT_TOKEN and AGENT_TOKEN_FILE exclude each other: set one.']);
  }
  const parsed = token.safeParse(readTokenFile(env.AGENT_TOKEN_FILE));
  if (!parsed.success) {
    throw new ConfigError([`AGENT_TOKEN_FILE: what is in it is too long for an enrolment token.`]);
  }
  return parsed.data;
}

/** A home must not be taken for a project, nor a project for a home. */
function readProjectsRoots(env: Environment): string[] {
  const isShared = env.AGENT_PROJECTS_ROOT.some((projects) =>
    env.AGENT_FILES_ROOT.some((homes) => isWithin(projects, homes) || isWithin(homes, projects)),
  );
  if (isShared) {
    throw new ConfigError([
      'AGENT_PROJECTS_ROOT and AGENT_FILES_ROOT name separate folders: neither may lie within the other.',
    ]);
  }
  return env.AGENT_PROJECTS_ROOT;
}

/** What an agent shows of a host that has no server yet: a value that is missing or wrong counts as its default. */
export function readShown(source: NodeJS.ProcessEnv): Pick<Config, 'allow' | 'hostname'> {
  const given = givenIn(source);
  const { AGENT_ALLOW, AGENT_HOSTNAME } = environmentSchema.shape;
  return {
    allow: AGENT_ALLOW.catch([...agentCapabilities]).parse(given.AGENT_ALLOW),
    hostname: AGENT_HOSTNAME.catch(undefined).parse(given.AGENT_HOSTNAME),
  };
}

/** Reads the settings out of an environment; rejects with a ConfigError. */
export async function readConfig(source: NodeJS.ProcessEnv, isRoot: boolean): Promise<Config> {
  const given = givenIn(source);
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
  return {
    server: env.AGENT_SERVER,
    authorities: env.AGENT_CA_FILE === undefined ? null : readAuthorities(env.AGENT_CA_FILE),
    token: readToken(env),
    tokenFile: env.AGENT_TOKEN_FILE,
    stateDir: env.AGENT_STATE_DIR,
    allow: env.AGENT_ALLOW,
    filesRoots: env.AGENT_FILES_ROOT,
    projectsRoots: readProjectsRoots(env),
    hiddenDirs: env.AGENT_HIDDEN_DIRS,
    isUnconfinedAllowed: env.AGENT_ALLOW_UNCONFINED,
    jobAllowance: { memory: env.AGENT_JOB_MEMORY, processes: env.AGENT_JOB_PROCESSES ?? null },
    isHostNetworkAllowed: env.AGENT_ALLOW_HOST_NETWORK,
    isStoppingJobsOnExit: env.AGENT_STOP_JOBS_ON_EXIT,
    jobAccounts: await findJobAccounts(env, isRoot),
    jobDevices: env.AGENT_JOB_DEVICES ?? null,
    jobSockets: env.AGENT_JOB_SOCKETS,
    jobScratchBytes: env.AGENT_JOB_SCRATCH_MB ?? null,
    isAllowingUserNamespaces: env.AGENT_JOB_USER_NAMESPACES,
    signInSocket: env.AGENT_SIGN_IN_SOCKET,
    hostname: env.AGENT_HOSTNAME,
  };
}
