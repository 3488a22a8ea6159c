import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabase } from '../database/embedded-database.js';
import type { DataFolder } from '../host/data-folder.js';
import { HeldSockets } from '../host/held-sockets.js';
import type { Account } from '../host/service-account.js';
import { LauncherError } from '../launcher-error.js';
import type { LauncherOptions } from '../launcher-options.js';
import type { Programs } from '../upgrade/installed-versions.js';
import type { ChildrenNote } from './orphans.js';
import {
  agentRole,
  databaseRole,
  serverRole,
  trialOf,
  workerRole,
  type Database,
  type Platform,
} from './process-roles.js';
import { ProtectionsFile } from './protections.js';
import { answersReady, readVersion } from './server-answers.js';
import { SupervisedProcess, type ProcessRole } from './supervised-process.js';

const readyTimeoutMs = 300_000;

/** The agent first, so that the server still receives the ends of its jobs; the database last, for the others write to it. */
const stopOrder = [['agent'], ['server', 'worker'], ['database']];

/** The processes of the platform: starts them in order, of one version or another, and stops them. */
export class PlatformProcesses {
  /** In the order they were started. */
  private processes: SupervisedProcess[] = [];
  private database: Database | null = null;

  constructor(
    private readonly host: {
      options: LauncherOptions;
      folder: DataFolder;
      account: Account | null;
      note: ChildrenNote;
      say: (line: string) => void;
    },
    /** Hears what the server says over its channel. */
    private readonly onServerMessage: (message: unknown) => void,
    /** Aborted when all is to be stopped and nothing started again. */
    private readonly stopping: AbortSignal,
  ) {}

  /** @param isAfresh a database that nobody can have used is put aside first */
  async startDatabase(isAfresh = false): Promise<Database> {
    const { options, folder, account } = this.host;
    if (options.databaseUrl !== null) {
      this.database = { url: options.databaseUrl, urlHere: options.databaseUrl };
      return this.database;
    }
    const database = new EmbeddedDatabase({
      folder: folder.postgres,
      secretsFolder: folder.launcher,
      account,
    });
    await database.stopOrphan();
    if (isAfresh) {
      database.setAside();
    }
    await database.prepare();
    const supervised = this.supervise(databaseRole(database, options));
    await this.orFailure(database.waitUntilReady(supervised.start()), [supervised]);
    await database.prepareServiceRole();
    supervised.keepRunning();
    this.database = {
      url: database.serviceUrl,
      urlHere: database.url,
      whenItAnswers: (signal) => database.whenItAnswers(signal),
    };
    return this.database;
  }

  /** Server and worker; resolves when they are ready. @throws LauncherError when one of them ends instead */
  async startServices(
    programs: Programs,
    sockets: HeldSockets,
    adminPassword: string | null,
  ): Promise<Platform> {
    const platform = await this.describe(programs, sockets);
    const server = this.supervise({
      ...serverRole(platform, adminPassword),
      onMessage: this.onServerMessage,
    });
    const worker = this.supervise(workerRole(platform));
    server.start();
    worker.start();
    await this.orFailure(this.waitUntilReady(sockets.localUrl), [server, worker]);
    server.keepRunning();
    worker.keepRunning();
    return platform;
  }

  /** Says which protections of jobs hold here as soon as the agent has tried them; the platform is ready before. */
  startAgent(platform: Platform): void {
    const protections = new ProtectionsFile(this.host.folder.agent);
    protections.forget();
    const agent = this.supervise(agentRole(platform));
    agent.start();
    agent.keepRunning();
    protections.describe(this.stopping).then(
      (lines) => lines.forEach(this.host.say),
      () => undefined,
    );
  }

  /**
   * Starts server and worker of another version where nobody is, and ends them again: the server on an address of its own, the
   * worker without any work. So nobody's change is lost, and nothing is done twice, should the database be put back.
   * @param databaseUrl of a copy that they get in place of the database; null: none
   * @throws LauncherError when they do not start, or are another version
   */
  async tryOut(programs: Programs, databaseUrl: string | null): Promise<void> {
    await this.startDatabase();
    const sockets = await HeldSockets.bind('127.0.0.1', await findFreePort());
    try {
      await sockets.listen();
      const platform = await this.describe(programs, sockets);
      if (databaseUrl !== null) {
        platform.database = { url: databaseUrl, urlHere: databaseUrl };
      }
      const server = this.supervise(trialOf(serverRole(platform, null)));
      server.start();
      await this.orFailure(this.waitUntilReady(sockets.localUrl), [server]);
      const version = await readVersion(sockets.localUrl);
      if (version !== programs.version) {
        throw new LauncherError('VERSION_WRONG', `The server says that it is ${String(version)}.`);
      }
      const worker = this.supervise(trialOf(workerRole(platform)));
      worker.start();
      await this.orFailure(worker.waitForEnd(readyTimeoutMs), [server]);
      await this.stop(['server', 'worker']);
    } finally {
      sockets.close();
    }
  }

  /** To the server; lost while it is away. */
  tellServer(message: object): void {
    this.processes.find(({ name }) => name === 'server')?.tell(message);
  }

  /** @returns whether every process ended by itself and without an error */
  async stopAll(): Promise<boolean> {
    let isClean = true;
    for (const names of stopOrder) {
      isClean = (await this.stop(names)) && isClean;
    }
    this.database = null;
    return isClean;
  }

  private async stop(names: readonly string[]): Promise<boolean> {
    const group = this.processes.filter(({ name }) => names.includes(name));
    const ends = await Promise.all(group.map((each) => each.stop()));
    this.processes = this.processes.filter((each) => !group.includes(each));
    return ends.every(Boolean);
  }

  private async describe(programs: Programs, sockets: HeldSockets): Promise<Platform> {
    const { options, folder, account } = this.host;
    return {
      root: programs.root,
      options,
      folder,
      account,
      database: this.database ?? (await this.startDatabase()),
      sockets,
      enrolToken: randomBytes(32).toString('hex'),
    };
  }

  private supervise(role: ProcessRole): SupervisedProcess {
    this.stopping.throwIfAborted();
    const supervised = new SupervisedProcess(role, this.host.folder.logs, this.host.say, () =>
      this.host.note.write(this.processes),
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
      await sleep(50, undefined, { signal: this.stopping });
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
}

/** On loopback, for a moment. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
