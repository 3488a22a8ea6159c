import type { KeyObject } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { readReleaseKey } from '@clusterdesk/contracts/release';
import { readRedisPlace, type RedisPlace } from './redis-place.js';
import { environmentSchema, operatorVariables, type Environment } from './environment.js';
import { defaultTimeZone } from './time-zone.js';

/** Where the server takes connections: sockets that it was given, by descriptor, or addresses of its own. */
export type ListenPlace = { descriptors: readonly number[] } | { host: string; port: number };

/** As systemd hands them over (SD_LISTEN_FDS_START). */
const firstGivenDescriptor = 3;

/** The configuration, validated once at start; nothing else reads the environment. */
export class Config {
  /** 0 lets the system choose (tests). */
  readonly port: number;
  readonly host: string;
  /** Where the server takes connections: given sockets, else `host` and `port`. */
  readonly listenPlace: ListenPlace;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute; holds users' and projects' files, staging and trash. */
  readonly filesDir: string;
  /** Absolute; installers offered to users. With several servers: a folder that all of them see. */
  readonly clientToolsDir: string;
  /** Absolute; holds backups. With several workers: a folder that all of them see. */
  readonly backupDir: string;
  /** Licences are checked with it (Ed25519); without one, none can be activated. */
  readonly licenceKey: KeyObject | undefined;
  readonly databaseUrl: string;
  /** How many connections to PostgreSQL this process opens for statements; those that listen come on top. */
  readonly poolSize: number;
  /** Whether a start brings the schema up to date: before it serves, only that, or never (docs/operations.md). */
  readonly migrate: 'auto' | 'only' | 'never';
  /** A stop that takes longer is ended by force, milliseconds. */
  readonly stopTimeoutMs: number;
  /** How long a stopping server still takes calls while its readiness is already 503, milliseconds: for load balancers. */
  readonly stopNoticeMs: number;
  /** Who shows it may read `/metrics`; without one, nobody may. */
  readonly metricsToken: string | undefined;
  /** Where the worker answers health checks and metrics; undefined: nowhere. */
  readonly workerPort: number | undefined;
  /** Undefined: queues and live events stand on PostgreSQL. */
  readonly redis: RedisPlace | undefined;
  /** As they were given, for the recovery kit. */
  readonly redisSecrets: { url: string | undefined; sentinelPassword: string | undefined };
  readonly adminPassword: string | undefined;
  /** The login name `develop` exists exactly while this is set. */
  readonly developPassword: string | undefined;
  /** SMTP server; undefined: the settings name one. */
  readonly mailUrl: string | undefined;
  /** Whom mails come from; undefined: the settings say it. */
  readonly mailFrom: string | undefined;
  /** Takes POST `{ mobile, text }`; undefined: the settings name it. */
  readonly smsWebhookUrl: string | undefined;
  /** The environment names the zone; else the settings do. */
  readonly isTimeZoneGiven: boolean;
  /** In which times are told and read: once the database is open, the setting's where the environment names none. */
  timeZone: string;
  readonly logLevel: string;
  /** The proxies whose word on addresses counts, as Express takes them; false: none. */
  readonly trustProxy: false | number | string;
  /** What a proxy has to show with each call, else what it says does not count. */
  readonly proxySecret: string | undefined;
  readonly localNode: { token: string; name: string } | undefined;
  /**
   * Where nginx in front of the server has its internal location of `FILES_DIR/.staging/accel`, with a slash at the end;
   * undefined: the server sends downloads itself (deploy/nginx).
   */
  readonly accelRedirect: string | undefined;
  /** The built console, or undefined: its place beside the server. */
  readonly consoleDir: string | undefined;
  /** The catalogue of applications, absolute, or undefined: that of the installation. */
  readonly applicationsDir: string | undefined;
  /** How hosts and people reach the platform, such as `https://desk.example.org`; undefined: the settings may say it. */
  readonly publicUrl: string | undefined;
  /** Absolute; holds the built agent that hosts fetch (`agent.cjs`, `install.sh`). Undefined: beside the server's own files. */
  readonly agentDir: string | undefined;
  /** Where releases are told of, and the key that signs them; without the key nothing is installed. */
  readonly updates: { feedUrl: string | undefined; releaseKey: KeyObject | undefined };
  /** Whose database the launcher that started this process has; undefined: no launcher did. */
  readonly launcher: 'embedded' | 'external' | undefined;
  /** The process starts, takes no work, and is ended: an upgrade tries it out. */
  readonly isTrial: boolean;
  /**
   * Queues may be Slurm's; undefined: none is. `sharedDir`: a folder that server and nodes reach by this path, for scripts and output;
   * `configFile`: Slurm's configuration (undefined: where Slurm looks for it); `firstUid`: no job runs as an account below it.
   */
  readonly slurm:
    { sharedDir: string; configFile: string | undefined; firstUid: number } | undefined;

  /** @param variables names of those that an operator has set */
  constructor(
    environment: Environment,
    readonly variables: readonly string[],
  ) {
    this.port = environment.PORT;
    this.host = environment.HOST;
    this.listenPlace = readListenPlace(environment);
    this.dataDir = realFolder(environment.DATA_DIR);
    this.filesDir = realFolder(environment.FILES_DIR ?? join(this.dataDir, 'files'));
    this.clientToolsDir = realFolder(
      environment.CLIENT_TOOLS_DIR ?? join(this.dataDir, 'client-tools'),
    );
    this.backupDir = realFolder(environment.BACKUP_DIR ?? join(this.dataDir, 'backups'));
    this.licenceKey = environment.LICENCE_PUBLIC_KEY;
    this.databaseUrl = environment.DATABASE_URL;
    this.poolSize = environment.DATABASE_POOL_SIZE;
    this.migrate = environment.MIGRATE;
    this.stopTimeoutMs = environment.STOP_TIMEOUT_MS;
    this.stopNoticeMs = environment.STOP_NOTICE_MS;
    this.metricsToken = environment.METRICS_TOKEN;
    this.workerPort = environment.WORKER_PORT;
    this.redis = readRedisPlace(environment);
    this.redisSecrets = {
      url: environment.REDIS_URL,
      sentinelPassword: environment.REDIS_SENTINEL_PASSWORD,
    };
    this.adminPassword = environment.ADMIN_PASSWORD;
    this.developPassword = environment.DEVELOP_PASSWORD;
    this.mailUrl = environment.MAIL_URL;
    this.mailFrom = environment.MAIL_FROM;
    this.smsWebhookUrl = environment.SMS_WEBHOOK_URL;
    this.isTimeZoneGiven = environment.TIME_ZONE !== undefined;
    this.timeZone = environment.TIME_ZONE ?? defaultTimeZone;
    this.logLevel = environment.LOG_LEVEL;
    this.trustProxy = readTrustProxy(environment.TRUST_PROXY);
    this.proxySecret = environment.PROXY_SECRET;
    this.localNode = environment.LOCAL_NODE_TOKEN
      ? {
          token: environment.LOCAL_NODE_TOKEN,
          name: environment.LOCAL_NODE_NAME ?? hostname(),
        }
      : undefined;
    this.accelRedirect = environment.ACCEL_REDIRECT?.replace(/\/*$/, '/');
    this.consoleDir = environment.CONSOLE_DIR;
    this.applicationsDir = environment.APPLICATIONS_DIR && resolve(environment.APPLICATIONS_DIR);
    this.publicUrl = environment.PUBLIC_URL && new URL(environment.PUBLIC_URL).origin;
    this.agentDir = environment.AGENT_DIR && resolve(environment.AGENT_DIR);
    this.updates = {
      feedUrl: environment.UPDATE_FEED_URL,
      releaseKey:
        (environment.UPDATE_PUBLIC_KEY && readReleaseKey(environment.UPDATE_PUBLIC_KEY)) ||
        undefined,
    };
    this.launcher = environment.LAUNCHER_UPGRADES;
    this.isTrial = environment.UPGRADE_TRIAL !== undefined;
    this.slurm =
      environment.SLURM_SHARED_DIR === undefined
        ? undefined
        : {
            sharedDir: environment.SLURM_SHARED_DIR,
            configFile: environment.SLURM_CONF,
            firstUid: environment.SLURM_FIRST_UID,
          };
  }
}

function readListenPlace(environment: Environment): ListenPlace {
  const { HOST, PORT, LISTEN_FDS, LISTEN_PID } = environment;
  return LISTEN_FDS !== undefined && (LISTEN_PID ?? process.pid) === process.pid
    ? {
        descriptors: Array.from({ length: LISTEN_FDS }, (_, index) => firstGivenDescriptor + index),
      }
    : { host: HOST, port: PORT };
}

/** Without links: agents refuse folders that are reached through one. What does not exist yet stays as it is written. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** `false`, a number of proxies, or addresses, as Express takes them. */
function readTrustProxy(value: string): false | number | string {
  if (value === 'false') {
    return false;
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
    return new Config(parsed.data, operatorVariables(Object.keys(given), parsed.data));
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
