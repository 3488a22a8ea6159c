import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from './free-port.js';
import { listDescendants, type ProcessStat } from '@clusterdesk/host';
import { RunningPlatform } from './running-platform.js';
import { createTestDatabase, type TestDatabase } from '../server/test-database.js';
import { waitFor } from '../wait-for.js';

export type { ChildName } from './running-platform.js';

export const workspace = resolve(import.meta.dirname, '../../..');

export interface PlatformOptions {
  /** Default: a new temporary folder, removed by `stop`. */
  dataDir?: string;
  port?: number;
  /** Added to a clean environment; undefined removes. */
  env?: Record<string, string | undefined>;
  /** Where the programs are; default: this workspace. */
  root?: string;
  /** Default: the tests' own. */
  uid?: number;
  /** A database that outlives it; default: it runs one of its own. */
  databaseUrl?: string;
  /** Lines of a shell before the launcher takes its place. */
  shell?: string;
}

/** A whole ClusterDesk, started as a user starts it: launcher, PostgreSQL, server, worker, agent. */
export class TestPlatform extends RunningPlatform {
  readonly startedAt = performance.now();
  private text = '';
  /** Null: it runs one of its own. */
  private database: TestDatabase | null = null;
  private readonly givenUrl: string | undefined;
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | null>;

  private constructor(
    dataDir: string,
    port: number,
    private readonly isTemporary: boolean,
    options: PlatformOptions,
  ) {
    super(dataDir, port);
    this.givenUrl = options.databaseUrl;
    const program = [
      process.execPath,
      join(options.root ?? workspace, 'apps/standalone/dist/main.js'),
    ];
    this.child = spawn('sh', ['-c', `${options.shell ?? ''}\nexec "$@"`, 'sh', ...program], {
      cwd: tmpdir(),
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: TestPlatform.adminPassword,
        DATABASE_URL: options.databaseUrl,
        ...options.env,
      },
      // With the channel the launcher ends by itself, should the test run be killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
    }
    this.ended = new Promise((done) => this.child.once('close', (code) => done(code)));
  }

  /** Starts the launcher without waiting for anything. */
  static async launch(options: PlatformOptions = {}): Promise<TestPlatform> {
    const dataDir = options.dataDir ?? makeDataDir(options.uid);
    const port = options.port ?? (await findFreePort());
    return new TestPlatform(dataDir, port, options.dataDir === undefined, options);
  }

  /** Starts everything and waits until it says that it is ready. */
  static async start(options: PlatformOptions = {}): Promise<TestPlatform> {
    const platform = await TestPlatform.launch(options);
    await platform.waitUntilReady();
    return platform;
  }

  /**
   * The same on a database in the PostgreSQL of the test run (database-setup.mjs), which saves a third of the start: for
   * suites to which it does not matter whose PostgreSQL it is. Its child `database` does not exist.
   */
  static async startOnSharedDatabase(options: PlatformOptions = {}): Promise<TestPlatform> {
    const database = await createTestDatabase();
    const platform = await TestPlatform.launch({ ...options, databaseUrl: database.url });
    platform.database = database;
    await platform.waitUntilReady();
    return platform;
  }

  /** What the launcher printed so far. */
  get output(): string {
    return this.text;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async waitUntilReady(timeoutMs = 100_000): Promise<void> {
    await waitFor(
      'ClusterDesk to be ready',
      () => {
        if (this.child.exitCode !== null) {
          throw new Error(`The launcher ended: ${this.text}`);
        }
        return this.text.includes('ClusterDesk is ready at');
      },
      timeoutMs,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${this.text}`);
    });
  }

  /** Everything that was started, the launcher itself excepted. */
  listProcesses(): ProcessStat[] {
    return listDescendants(this.pid);
  }

  override get databaseUrl(): string {
    if (this.givenUrl !== undefined) {
      return this.givenUrl;
    }
    const password = readFileSync(join(this.dataDir, 'launcher/database-password'), 'utf8').trim();
    // The socket of PostgreSQL lies in its data folder.
    const folder = encodeURIComponent(join(this.dataDir, 'postgres/data'));
    return `postgresql://clusterdesk:${password}@localhost:5432/postgres?host=${folder}`;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves with the launcher's exit code, null after a signal. */
  waitForEnd(): Promise<number | null> {
    return this.ended;
  }

  /** Stops everything with SIGTERM and removes a temporary data folder. */
  async stop(): Promise<number | null> {
    this.signal('SIGTERM');
    const code = await this.ended;
    await this.database?.drop();
    if (this.isTemporary) {
      rmSync(this.dataDir, { recursive: true, force: true });
    }
    return code;
  }
}

/** A new temporary folder that others may enter, as a data folder's parent usually is. */
export function makeDataDir(uid?: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'clusterdesk-test-'));
  chmodSync(dir, 0o755);
  if (uid !== undefined) {
    chownSync(dir, uid, uid);
  }
  return dir;
}
