import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InstanceLock } from '@clusterdesk/host';
import { prepareDataFolder, type DataFolder } from './host/data-folder.js';
import { EmbeddedDatabase } from './database/embedded-database.js';
import { FirstStart, isDatabaseEmpty, makePassword } from './first-start.js';
import { HeldSockets } from './host/held-sockets.js';
import { LauncherError } from './launcher-error.js';
import type { LauncherOptions } from './launcher-options.js';
import { ChildrenNote } from './processes/orphans.js';
import {
  agentRole,
  databaseRole,
  serverRole,
  workerRole,
  type Database,
  type Platform,
} from './processes/process-roles.js';
import { ProtectionsFile } from './processes/protections.js';
import type { Account } from './host/service-account.js';
import { SupervisedProcess, type ProcessRole } from './processes/supervised-process.js';

const readyTimeoutMs = 300_000;

/** The agent first, so that the server still receives the ends of its jobs; the database last, for the others write to it. */
const stopOrder = [['agent'], ['server', 'worker'], ['database']];

/** Starts the whole platform on this host, keeps it running, and stops it. */
export class Launcher {
  private readonly folder: DataFolder;
  private readonly lock: InstanceLock;
  private readonly note: ChildrenNote;
  private readonly firstStart: FirstStart;
  /** In the order they were started. */
  private readonly processes: SupervisedProcess[] = [];
  private readonly startAborted = new AbortController();

  constructor(
    /** The workspace, where the built programs lie. */
    private readonly root: string,
    private readonly options: LauncherOptions,
    private readonly account: Account | null,
    private readonly say: (line: string) => void,
  ) {
    this.folder = prepareDataFolder(options.dataDir, options.filesDir, account);
    this.lock = new InstanceLock(join(this.folder.launcher, 'lock'));
    this.note = new ChildrenNote(this.folder.launcher);
    this.firstStart = new FirstStart(this.folder);
  }

  /** Returns when the platform is ready; throws a LauncherError with a line for people when it cannot be. */
  async start(): Promise<void> {
    await this.takeLock();
    await this.note.endOrphans();
    const sockets = await HeldSockets.bind(this.options.host, this.options.port);
    const listening = sockets.listen();
    // It is awaited when the database is up: until then a refusal must not end the launcher from beside.
    listening.catch(() => undefined);
    const { databaseUrl: url } = this.options;
    const database = url === null ? await this.startDatabase() : { url, urlHere: url };
    await listening;
    const isFirst = !this.firstStart.isDone && (await this.isEmpty(database.urlHere));
    const madePassword = isFirst && !this.options.adminPassword ? makePassword() : null;

    const platform = this.describePlatform(database, sockets);
    const adminPassword = this.options.adminPassword ?? madePassword;
    const server = this.supervise(serverRole(platform, adminPassword));
    const worker = this.supervise(workerRole(platform));
    server.start();
    worker.start();
    await this.orFailure(this.waitUntilReady(sockets.localUrl), [server, worker]);
    server.keepRunning();
    worker.keepRunning();
    this.announce(sockets.publicUrl, madePassword);
    if (this.options.hasLocalAgent) {
      this.startAgent(platform);
    }
  }

  /**
   * Ends everything: the agent first, PostgreSQL last. Nothing is left after it, within `STOP_TIMEOUT_MS`.
   * @returns whether every process ended by itself and without an error
   */
  async stop(): Promise<boolean> {
    this.startAborted.abort();
    let isClean = true;
    for (const names of stopOrder) {
      const group = this.processes.filter(({ name }) => names.includes(name));
      const ends = await Promise.all(group.map((each) => each.stop()));
      isClean &&= ends.every(Boolean);
    }
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

  private describePlatform(database: Database, sockets: HeldSockets): Platform {
    return {
      root: this.root,
      options: this.options,
      folder: this.folder,
      account: this.account,
      database,
      sockets,
      enrolToken: randomBytes(32).toString('hex'),
    };
  }

  private async startDatabase(): Promise<Database> {
    const database = new EmbeddedDatabase({
      folder: this.folder.postgres,
      secretsFolder: this.folder.launcher,
      account: this.account,
    });
    await database.stopOrphan();
    if (!this.options.adminPassword && !this.firstStart.isDone) {
      // A first start that was cut short may have made `admin` with a password nobody was told: this one is a first one again.
      database.setAside();
    }
    await database.prepare();
    const supervised = this.supervise(databaseRole(database, this.options));
    await this.orFailure(database.waitUntilReady(supervised.start()), [supervised]);
    await database.prepareServiceRole();
    supervised.keepRunning();
    return {
      url: database.serviceUrl,
      urlHere: database.url,
      whenItAnswers: (signal) => database.whenItAnswers(signal),
    };
  }

  /** Says which protections of jobs hold here as soon as the agent has tried them; the platform is ready before. */
  private startAgent(platform: Platform): void {
    const protections = new ProtectionsFile(this.folder.agent);
    protections.forget();
    const agent = this.supervise(agentRole(platform));
    agent.start();
    agent.keepRunning();
    protections.describe(this.startAborted.signal).then(
      (lines) => lines.forEach(this.say),
      () => undefined,
    );
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

  private supervise(role: ProcessRole): SupervisedProcess {
    this.startAborted.signal.throwIfAborted();
    const supervised = new SupervisedProcess(role, this.folder.logs, this.say, () =>
      this.note.write(this.processes),
    );
    this.processes.push(supervised);
    return supervised;
  }

  private async waitUntilReady(localUrl: string): Promise<void> {
    const deadline = Date.now() + readyTimeoutMs;
    while (!(await answersReady(localUrl))) {
      if (Date.now() >= deadline) {
        throw new LauncherError('SERVER_NOT_READY', 'The server did not become ready in time.');
      }
      await sleep(50, undefined, { signal: this.startAborted.signal });
    }
  }

  /** Whatever comes first: the work is done, or a process it needs ends. */
  private async orFailure(
    work: Promise<void>,
    needed: readonly SupervisedProcess[],
  ): Promise<void> {
    const settled = new AbortController();
    try {
      await Promise.race([work, ...needed.map((each) => each.failWhenEnded(settled.signal))]);
    } finally {
      settled.abort();
      work.catch(() => undefined);
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

async function answersReady(localUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${localUrl}/api/health/ready`, {
      signal: AbortSignal.timeout(5000),
    });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
