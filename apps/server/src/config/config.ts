import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const url = (...protocols: string[]): z.ZodString =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a ${protocols.map((protocol) => `${protocol}//`).join(' or ')} address`,
  });
const secret = z
  .string()
  .min(6, 'must have 6 to 18 characters')
  .max(18, 'must have 6 to 18 characters');

/** Every variable the server and the worker read (docs: Configuration). */
const environmentSchema = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  FILES_DIR: z.string().min(1).optional(),
  CLIENT_TOOLS_DIR: z.string().min(1).optional(),
  DATABASE_URL: url('postgres:', 'postgresql:'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
  MIGRATE: z.enum(['auto', 'only', 'never']).default('auto'),
  STOP_TIMEOUT_MS: z.coerce.number().int().min(100).max(3_600_000).default(8_000),
  STOP_NOTICE_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  WORKER_PORT: port.optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  ADMIN_PASSWORD: secret.optional(),
  DEVELOP_PASSWORD: secret.optional(),
  MAIL_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().min(3).default('ClusterDesk <clusterdesk@localhost>'),
  SMS_WEBHOOK_URL: url('http:', 'https:').optional(),
  TIME_ZONE: z
    .string()
    .default('Asia/Shanghai')
    .refine((zone) => isTimeZone(zone), { error: 'must be a time zone such as Asia/Shanghai' }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  TRUST_PROXY: z.string().default('false'),
  /** Single-use enrolment token for the agent of this host, made by the standalone launcher. */
  LOCAL_NODE_TOKEN: z.string().min(32).optional(),
  LOCAL_NODE_NAME: z.string().min(1).max(255).optional(),
  ACCEL_REDIRECT: z
    .string()
    .regex(/^\/[\w-][\w/-]*$/, 'must be a path such as /clusterdesk-files')
    .optional(),
  CONSOLE_DIR: z.string().optional(),
});

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The configuration, validated once at start; nothing else reads the environment. */
export class Config {
  /** 0 lets the system choose (tests). */
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute; holds users' and projects' files, staging and trash. */
  readonly filesDir: string;
  /** Absolute; installers offered to users. With several servers: a folder that all of them see. */
  readonly clientToolsDir: string;
  readonly databaseUrl: string;
  /** How many connections to PostgreSQL this process opens for statements; those that listen come on top. */
  readonly poolSize: number;
  /** Whether a start brings the schema up to date: before it serves, only that, or never (docs/operations.md). */
  readonly migrate: 'auto' | 'only' | 'never';
  /** A stop that takes longer is ended by force, milliseconds. */
  readonly stopTimeoutMs: number;
  /** How long a stopping server still takes calls while its readiness is already 503, milliseconds: for load balancers. */
  readonly stopNoticeMs: number;
  /** Who shows it may read `/metrics` from anywhere; without one, only this host may. */
  readonly metricsToken: string | undefined;
  /** Where the worker answers health checks and metrics; undefined: nowhere. */
  readonly workerPort: number | undefined;
  readonly redisUrl: string | undefined;
  readonly adminPassword: string | undefined;
  /** The login name `develop` exists exactly while this is set. */
  readonly developPassword: string | undefined;
  /** SMTP server; without one, verification codes go to the server's log. */
  readonly mailUrl: string | undefined;
  readonly mailFrom: string;
  /** Takes POST `{ mobile, text }`; without one, codes go to the server's log. */
  readonly smsWebhookUrl: string | undefined;
  readonly timeZone: string;
  readonly logLevel: string;
  readonly trustProxy: boolean | number | string;
  readonly localNode: { token: string; name: string } | undefined;
  /**
   * Where nginx in front of the server has its internal location of `FILES_DIR/.staging/accel`, with a slash at the end;
   * undefined: the server sends downloads itself (deploy/nginx).
   */
  readonly accelRedirect: string | undefined;
  /** The built console, or undefined: its place beside the server. */
  readonly consoleDir: string | undefined;

  constructor(environment: z.output<typeof environmentSchema>) {
    this.port = environment.PORT;
    this.host = environment.HOST;
    this.dataDir = realFolder(environment.DATA_DIR);
    this.filesDir = realFolder(environment.FILES_DIR ?? join(this.dataDir, 'files'));
    this.clientToolsDir = realFolder(
      environment.CLIENT_TOOLS_DIR ?? join(this.dataDir, 'client-tools'),
    );
    this.databaseUrl = environment.DATABASE_URL;
    this.poolSize = environment.DATABASE_POOL_SIZE;
    this.migrate = environment.MIGRATE;
    this.stopTimeoutMs = environment.STOP_TIMEOUT_MS;
    this.stopNoticeMs = environment.STOP_NOTICE_MS;
    this.metricsToken = environment.METRICS_TOKEN;
    this.workerPort = environment.WORKER_PORT;
    this.redisUrl = environment.REDIS_URL;
    this.adminPassword = environment.ADMIN_PASSWORD;
    this.developPassword = environment.DEVELOP_PASSWORD;
    this.mailUrl = environment.MAIL_URL;
    this.mailFrom = environment.MAIL_FROM;
    this.smsWebhookUrl = environment.SMS_WEBHOOK_URL;
    this.timeZone = environment.TIME_ZONE;
    this.logLevel = environment.LOG_LEVEL;
    this.trustProxy = readTrustProxy(environment.TRUST_PROXY);
    this.localNode = environment.LOCAL_NODE_TOKEN
      ? {
          token: environment.LOCAL_NODE_TOKEN,
          name: environment.LOCAL_NODE_NAME ?? hostname(),
        }
      : undefined;
    this.accelRedirect = environment.ACCEL_REDIRECT?.replace(/\/*$/, '/');
    this.consoleDir = environment.CONSOLE_DIR;
  }
}

/** Without links: agents refuse folders that are reached through one. What does not exist yet stays as it is written. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** `true`, `false`, a number of proxies, or addresses, as Express takes them. */
function readTrustProxy(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') {
    return value === 'true';
  }
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** Wrong variables; `lines` has one clear line for each. */
export class ConfigError extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}

/**
 * Reads and checks the configuration.
 * @throws ConfigError with one line for each wrong variable.
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  if (parsed.success) {
    return new Config(parsed.data);
  }
  throw new ConfigError(
    parsed.error.issues.map((issue) => {
      const name = issue.path.join('.');
      return given[name] === undefined && name === 'DATABASE_URL'
        ? 'DATABASE_URL is not set: start with `npm start`, or give the address of a PostgreSQL database.'
        : `${name} is wrong: ${issue.message}.`;
    }),
  );
}
