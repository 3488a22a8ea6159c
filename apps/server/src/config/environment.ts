import { isTimeZone } from '@clusterdesk/contracts';
import { readReleaseKey } from '@clusterdesk/contracts/release';
import { z } from 'zod';
import { licenceKey } from './licence-key.js';
import { caFile, findRedisFault, sentinelList } from './redis-place.js';

const port = z.coerce.number().int().min(0).max(65_535);
const url = (...protocols: string[]): z.ZodString =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a ${protocols.map((protocol) => `${protocol}//`).join(' or ')} address`,
  });
const secret = z
  .string()
  .min(6, 'must have 6 to 18 characters')
  .max(18, 'must have 6 to 18 characters');

/** A placeholder such as xxxx… is as good as none. */
const isVaried = (value: string): boolean => new Set(value).size >= 5;
const tooEven = { error: 'must be random, for example from openssl rand -hex 32' };

/** Every variable the server and the worker read (docs: Configuration). */
export const environmentSchema = z
  .object({
    PORT: port.default(8080),
    HOST: z.string().min(1).default('0.0.0.0'),
    /** Sockets that were opened for the server (by the launcher, by systemd): so many, from descriptor 3 (sd_listen_fds(3)). */
    LISTEN_FDS: z.coerce.number().int().min(1).max(64).optional(),
    /** For whom they are; absent: for whoever is given the variables. */
    LISTEN_PID: z.coerce.number().int().optional(),
    DATA_DIR: z.string().min(1).default('./data'),
    FILES_DIR: z.string().min(1).optional(),
    CLIENT_TOOLS_DIR: z.string().min(1).optional(),
    BACKUP_DIR: z.string().min(1).optional(),
    LICENCE_PUBLIC_KEY: licenceKey.optional(),
    DATABASE_URL: url('postgres:', 'postgresql:'),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
    MIGRATE: z.enum(['auto', 'only', 'never']).default('auto'),
    STOP_TIMEOUT_MS: z.coerce.number().int().min(100).max(3_600_000).default(8_000),
    STOP_NOTICE_MS: z.coerce.number().int().min(0).max(600_000).default(0),
    METRICS_TOKEN: z
      .string()
      .min(16, 'must have at least 16 characters')
      .refine(isVaried, tooEven)
      .optional(),
    WORKER_PORT: port.optional(),
    REDIS_URL: url('redis:', 'rediss:').optional(),
    REDIS_CA_FILE: caFile.optional(),
    REDIS_SENTINELS: sentinelList.optional(),
    REDIS_SENTINEL_PASSWORD: z.string().min(1).optional(),
    ADMIN_PASSWORD: secret.optional(),
    DEVELOP_PASSWORD: secret.optional(),
    MAIL_URL: url('smtp:', 'smtps:').optional(),
    MAIL_FROM: z.string().min(3).optional(),
    SMS_WEBHOOK_URL: url('http:', 'https:').optional(),
    TIME_ZONE: z
      .string()
      .refine((zone) => isTimeZone(zone), { error: 'must be a time zone such as Asia/Shanghai' })
      .optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    TRUST_PROXY: z.string().default('false'),
    PROXY_SECRET: z
      .string()
      .regex(/^[\x21-\x7e]{32,}$/, 'must have at least 32 characters, none of them a space')
      .refine(isVaried, tooEven)
      .optional(),
    /** Single-use enrolment token for the agent of this host, made by the standalone launcher. */
    LOCAL_NODE_TOKEN: z.string().min(32).optional(),
    /** Compatibility forms of a letter are the letter, as in names of users. */
    LOCAL_NODE_NAME: z
      .string()
      .trim()
      .normalize('NFKC')
      .max(255)
      .regex(/^[^\p{C}]+$/u, 'must have letters that are seen, and no others')
      .optional(),
    ACCEL_REDIRECT: z
      .string()
      .regex(/^\/[\w-][\w/-]*$/, 'must be a path such as /clusterdesk-files')
      .optional(),
    CONSOLE_DIR: z.string().optional(),
    APPLICATIONS_DIR: z.string().min(1).optional(),
    PUBLIC_URL: url('http:', 'https:').optional(),
    AGENT_DIR: z.string().min(1).optional(),
    UPDATE_FEED_URL: z
      .string()
      .refine((value) => isFeedUrl(value), {
        error: 'must be an https:// address, or an http:// one of this host',
      })
      .optional(),
    UPDATE_PUBLIC_KEY: z
      .string()
      .refine((text) => readReleaseKey(text) !== null, {
        error: 'must be the PEM or the Base64 of an Ed25519 public key',
      })
      .optional(),
    /** Set by the launcher of `npm start`, which switches programs; whose database it is. */
    LAUNCHER_UPGRADES: z.enum(['embedded', 'external']).optional(),
    /** Set by the launcher while it tries a version out. */
    UPGRADE_TRIAL: z.enum(['true']).optional(),
    SLURM_SHARED_DIR: z.string().startsWith('/', 'must be an absolute path').optional(),
    SLURM_CONF: z.string().startsWith('/', 'must be an absolute path').optional(),
    SLURM_FIRST_UID: z.coerce.number().int().min(1).default(1000),
  })
  .superRefine((given, context) => {
    const refuse = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (given.TRUST_PROXY === 'true') {
      refuse('TRUST_PROXY', 'must name the proxies, or say how many there are');
    }
    const redisFault = findRedisFault(given);
    if (redisFault) {
      refuse(...redisFault);
    }
    // Slurm takes jobs for another account from root alone (sbatch(1), --uid).
    if (given.SLURM_SHARED_DIR !== undefined && process.getuid?.() !== 0) {
      refuse('SLURM_SHARED_DIR', 'needs a server and a worker that run as root');
    }
    // An address proves nothing: who runs on the proxy's host has it too.
    for (const name of ['TRUST_PROXY', 'ACCEL_REDIRECT'] as const) {
      if (![undefined, 'false', 'true'].includes(given[name]) && given.PROXY_SECRET === undefined) {
        refuse(name, 'needs a PROXY_SECRET that the proxy shows (deploy/nginx)');
      }
    }
  });

export type Environment = z.output<typeof environmentSchema>;

/** What systemd sets for a process that it gives sockets. */
const ofSystemd = ['LISTEN_FDS', 'LISTEN_PID'];

/** What the launcher of `npm start` sets by itself: nobody has to keep it. */
const ofLauncher = [
  'LAUNCHER_UPGRADES',
  'LOCAL_NODE_NAME',
  'LOCAL_NODE_TOKEN',
  'STOP_NOTICE_MS',
  'STOP_TIMEOUT_MS',
  'UPGRADE_TRIAL',
];

/** Names of the variables that an operator has set, of all that there are. */
export function operatorVariables(
  names: readonly string[],
  { LAUNCHER_UPGRADES: launcher }: Pick<Environment, 'LAUNCHER_UPGRADES'>,
): string[] {
  const own = new Set([...ofSystemd, ...(launcher === undefined ? [] : ofLauncher)]);
  if (launcher === 'embedded') {
    own.add('DATABASE_URL');
  }
  return names.filter((name) => name in environmentSchema.shape && !own.has(name));
}

/** What is signed may come by any way; who asks for it should not be seen by everybody. */
function isFeedUrl(value: string): boolean {
  if (!URL.canParse(value)) {
    return false;
  }
  const { protocol, hostname } = new URL(value);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
