import { join } from 'node:path';
import { InstanceLock } from '@clusterdesk/host';
import { findDatabaseBinaries } from './database/binaries.js';
import { prepareDataFolder, type DataFolder } from './host/data-folder.js';
import { FirstStart, isDatabaseEmpty, makePassword } from './first-start.js';
import { HeldSockets } from './host/held-sockets.js';
import { LauncherError } from './launcher-error.js';
import type { LauncherOptions } from './launcher-options.js';
import { ChildrenNote } from './processes/orphans.js';
import { PlatformProcesses } from './processes/platform-processes.js';
import type { Account } from './host/service-account.js';
import { DatabaseCopy } from './upgrade/database-copy.js';
import { InstalledVersions, type Programs } from './upgrade/installed-versions.js';
import { OwnDatabase } from './upgrade/own-database.js';
import { Upgrades } from './upgrade/upgrades.js';

/** Starts the whole platform on this host, keeps it running, and stops it. */
export class Launcher {
  private readonly folder: DataFolder;
  private readonly lock: InstanceLock;
  private readonly note: ChildrenNote;
  private readonly firstStart: FirstStart;
  private readonly processes: PlatformProcesses;
  private readonly upgrades: Upgrades;
  private readonly stopping = new AbortController();
  private sockets: HeldSockets | null = null;

  constructor(
    /** What runs; after an upgrade something else. */
    private programs: Programs,
    private readonly options: LauncherOptions,
    private readonly account: Account | null,
    private readonly say: (line: string) => void,
    /** The platform can go on neither with a new version nor with the one before. */
    private readonly fail: (error: unknown) => void,
  ) {
    this.folder = prepareDataFolder(options.dataDir, options.filesDir, account);
    this.lock = new InstanceLock(join(this.folder.launcher, 'lock'));
    this.note = new ChildrenNote(this.folder.launcher);
    this.firstStart = new FirstStart(this.folder);
    this.processes = new PlatformProcesses(
      { options, folder: this.folder, account, note: this.note, say },
      (message) => this.upgrades.hear(message),
      this.stopping.signal,
    );
    this.upgrades = this.prepareUpgrades();
  }

  /** Returns when the platform is ready; throws a LauncherError with a line for people when it cannot be. */
  async start(): Promise<void> {
    await this.takeLock();
    await this.note.endOrphans();
    await this.upgrades.recover();
    const sockets = await HeldSockets.bind(this.options.host, this.options.port);
    this.sockets = sockets;
    const listening = sockets.listen();
    // It is awaited when the database is up: until then a refusal must not end the launcher from beside.
    listening.catch(() => undefined);
    // A first start that was cut short may have made `admin` with a password nobody was told: this one is a first one again.
    const isAfresh = !this.options.adminPassword && !this.firstStart.isDone;
    const database = await this.processes.startDatabase(isAfresh);
    await listening;
    const isFirst = !this.firstStart.isDone && (await this.isEmpty(database.urlHere));
    const madePassword = isFirst && !this.options.adminPassword ? makePassword() : null;
    const adminPassword = this.options.adminPassword ?? madePassword;
    await this.startPrograms(sockets, adminPassword, () =>
      this.announce(sockets.publicUrl, madePassword),
    );
  }

  /**
   * Ends everything: the agent first, PostgreSQL last. Nothing is left after it, within `STOP_TIMEOUT_MS`. An upgrade under way is
   * undone by the next start.
   * @returns whether every process ended by itself and without an error
   */
  async stop(): Promise<boolean> {
    this.stopping.abort();
    const isClean = await this.processes.stopAll();
    await this.upgrades.settle();
    if (this.lock.isHeld) {
      this.note.remove();
      this.lock.release();
    }
    return isClean;
  }

  /** At most one launcher per data folder. */
  private async takeLock(): Promise<void> {
    const result = await this.lock.acquire();
    if (result.state === 'held') {
      throw new LauncherError(
        'DATA_DIR_IN_USE',
        `Another ClusterDesk (process ${result.holder.pid}) already runs on this data folder: stop it first, or set DATA_DIR to another folder.`,
      );
    }
    if (result.state === 'busy') {
      throw new LauncherError(
        'DATA_DIR_LOCKED',
        `Cannot take ${this.lock.file}: remove it and try again.`,
      );
    }
  }

  private prepareUpgrades(): Upgrades {
    const { options, processes } = this;
    const { databaseUrl } = options;
    return new Upgrades(
      this.folder,
      this.account,
      new InstalledVersions(options.dataDir),
      {
        running: () => this.programs,
        embeddedMajor: databaseUrl === null ? findDatabaseBinaries().version : null,
        database:
          databaseUrl === null
            ? new DatabaseCopy(this.folder.postgres, this.account)
            : new OwnDatabase(databaseUrl, this.say),
        stopping: this.stopping.signal,
        stopAll: async () => void (await processes.stopAll()),
        tryOut: (programs, url) => processes.tryOut(programs, url),
        run: async (programs) => {
          this.programs = programs;
          if (this.sockets) {
            await this.startPrograms(this.sockets, null);
          }
        },
        tell: (message) => processes.tellServer(message),
        say: this.say,
        fail: this.fail,
      },
      options.updateKey,
    );
  }

  private async startPrograms(
    sockets: HeldSockets,
    adminPassword: string | null,
    whenReady: () => void = () => undefined,
  ): Promise<void> {
    const platform = await this.processes.startServices(this.programs, sockets, adminPassword);
    whenReady();
    if (this.options.hasLocalAgent) {
      this.processes.startAgent(platform);
    }
  }

  private async isEmpty(databaseUrl: string): Promise<boolean> {
    try {
      return await isDatabaseEmpty(databaseUrl);
    } catch (error) {
      throw new LauncherError(
        'DATABASE_UNREACHABLE',
        `Cannot use the database of DATABASE_URL (${(error as Error).message}): check the address, and that PostgreSQL runs.`,
      );
    }
  }

  private announce(publicUrl: string, madePassword: string | null): void {
    this.say(`ClusterDesk is ready at ${publicUrl}`);
    this.say('Login: admin');
    if (madePassword) {
      this.say(`Password: ${madePassword} (shown only this once)`);
    }
    this.firstStart.complete();
  }
}
