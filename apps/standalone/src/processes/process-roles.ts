import { spawn, type ChildProcess } from 'node:child_process';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { DataFolder } from '../host/data-folder.js';
import type { EmbeddedDatabase } from '../database/embedded-database.js';
import type { HeldSockets } from '../host/held-sockets.js';
import type { LauncherOptions } from '../launcher-options.js';
import type { Account } from '../host/service-account.js';
import { stopLimits } from '../timings.js';
import type { ProcessRole } from './supervised-process.js';

/** The embedded database, or one of the operator's own, of which nothing but the address is known. */
export interface Database {
  /** For server and worker. */
  url: string;
  /** For the launcher itself. */
  urlHere: string;
  whenItAnswers?(signal: AbortSignal): Promise<void>;
}

/** What the processes need to know of each other. */
export interface Platform {
  /** The workspace, where the built programs lie. */
  root: string;
  options: LauncherOptions;
  folder: DataFolder;
  /** Null: everything runs as the caller. */
  account: Account | null;
  database: Database;
  /** Held for the server, whoever of its successors runs. */
  sockets: HeldSockets;
  /** Lets this host's agent enrol itself; made anew at each start. */
  enrolToken: string;
}

/**
 * Flags of V8 for the server. The heap may grow to twice of what survived the last whole collection before the next. V8
 * counts buffers that pass through (up to 32 MB of them until it collects the young generation) to the heap, and its own
 * limit for an aged or idle process can lie closer than that above what lives there: then each 30 MB of an upload cost a
 * whole collection, three quarters of the time (docs/decisions/uploads-and-downloads.md).
 */
export const serverFlags = ['--heap-growing-percent=100'];

/**
 * For glibc's allocator, in server and worker. By itself it learns from each large buffer that is freed to keep the next ones
 * in its heap, and gives every thread an arena of its own: buffers of transfers that were over long ago then held 70 MB of an
 * idle server. With these, what is large comes from the system and goes back to it; reads from sockets (64 KB) stay in the heap.
 */
export const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

type Variables = Record<string, string | undefined>;

export function databaseRole(
  database: EmbeddedDatabase,
  { stopTimeoutMs }: Pick<LauncherOptions, 'stopTimeoutMs'>,
): ProcessRole {
  return {
    name: 'database',
    start: () => database.spawn('pipe'),
    stopSignal: 'SIGINT',
    stopTimeoutMs: stopLimits(stopTimeoutMs).databaseMs,
  };
}

/** @param adminPassword for the first start; null when there is a database already */
export function serverRole(platform: Platform, adminPassword: string | null): ProcessRole {
  const { descriptors } = platform.sockets;
  const variables = {
    ...serviceVariables(platform),
    // As systemd hands sockets over (sd_listen_fds(3)); whose they are is certain here without LISTEN_PID.
    LISTEN_FDS: String(descriptors.length),
    LOCAL_NODE_TOKEN: platform.options.hasLocalAgent ? platform.enrolToken : undefined,
    LOCAL_NODE_NAME: hostname(),
    // Over its channel the server can ask for an upgrade.
    LAUNCHER_UPGRADES: platform.options.databaseUrl === null ? 'embedded' : 'external',
    ADMIN_PASSWORD: adminPassword ?? undefined,
  };
  return {
    name: 'server',
    whenStartable: async (signal) => platform.database.whenItAnswers?.(signal),
    start: (added) =>
      runProgram(
        platform,
        'apps/server/dist/main.js',
        { ...variables, ...added },
        { flags: serverFlags, descriptors },
      ),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: stopLimits(platform.options.stopTimeoutMs).servicesMs,
  };
}

export function workerRole(platform: Platform): ProcessRole {
  const variables = {
    ...serviceVariables(platform),
    ADMIN_PASSWORD: undefined,
    DEVELOP_PASSWORD: undefined,
  };
  return {
    name: 'worker',
    whenStartable: async (signal) => platform.database.whenItAnswers?.(signal),
    start: (added) =>
      runProgram(platform, 'apps/server/dist/worker.js', { ...variables, ...added }),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: stopLimits(platform.options.stopTimeoutMs).servicesMs,
  };
}

/** The same on trial: what it starts takes no work (docs/decisions/upgrades.md). */
export function trialOf(role: ProcessRole): ProcessRole {
  return { ...role, start: () => role.start({ UPGRADE_TRIAL: 'true' }) };
}

/** The agent gets its own variables only: neither the database's address nor a password. It keeps root, to confine jobs. */
export function agentRole(platform: Platform): ProcessRole {
  const own = Object.entries(process.env).filter(
    ([name]) => name.startsWith('AGENT_') || ['PATH', 'LANG', 'TZ'].includes(name),
  );
  const variables: Variables = {
    ...Object.fromEntries(own),
    NODE_ENV: 'production',
    AGENT_SERVER: platform.sockets.localUrl,
    AGENT_TOKEN: platform.enrolToken,
    AGENT_STATE_DIR: platform.folder.agent,
    // Whatever the server says, of what is the platform's jobs see homes, entries of projects and nothing else.
    AGENT_FILES_ROOT: join(platform.folder.files, 'home'),
    AGENT_PROJECTS_ROOT: join(platform.folder.files, 'projects'),
    AGENT_HIDDEN_DIRS: [platform.folder.root, platform.folder.files, process.env.AGENT_HIDDEN_DIRS]
      .filter((paths) => paths !== undefined)
      .join(':'),
    AGENT_STOP_JOBS_ON_EXIT: 'true',
    ...(platform.account && {
      AGENT_SERVICE_UID: String(platform.account.uid),
      AGENT_SERVICE_GID: String(platform.account.gid),
    }),
  };
  return {
    name: 'agent',
    start: () => runProgram({ ...platform, account: null }, 'agent/dist/agent.cjs', variables),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: stopLimits(platform.options.stopTimeoutMs).agentMs,
  };
}

function serviceVariables({ options, folder, account, database }: Platform): Variables {
  return {
    ...allocator,
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(options.port),
    HOST: options.host,
    DATA_DIR: options.dataDir,
    FILES_DIR: options.filesDir ?? undefined,
    LISTEN_FDS: undefined,
    LISTEN_PID: undefined,
    UPGRADE_TRIAL: undefined,
    DATABASE_URL: database.url,
    // The launcher's limits hold, and no load balancer has to hear of its stop.
    STOP_TIMEOUT_MS: String(stopLimits(options.stopTimeoutMs).cutOffMs),
    STOP_NOTICE_MS: '0',
    ...(account && { HOME: folder.root, USER: account.name, LOGNAME: account.name }),
  };
}

/**
 * Starts a Node program with a channel to the launcher: when the channel breaks, the launcher is gone, and the program ends.
 * @param descriptors what it is given besides, from 3
 */
function runProgram(
  { root, folder, account }: Platform,
  program: string,
  variables: Variables,
  { flags = [], descriptors = [] }: { flags?: string[]; descriptors?: readonly number[] } = {},
): ChildProcess {
  return spawn(process.execPath, [...flags, join(root, program)], {
    cwd: folder.root,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe', ...descriptors, 'ipc'],
    // Of its own session: Ctrl-C in the terminal must reach the launcher alone, which stops things in order.
    detached: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  });
}
