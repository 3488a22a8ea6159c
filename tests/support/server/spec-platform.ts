import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import type { INestApplication, LoggerService, Type } from '@nestjs/common';
import { ModuleRef, NestFactory } from '@nestjs/core';
import {
  allEndpoints,
  uploadsPath,
  type Endpoint,
  type EndpointInput,
  type EndpointAnswer,
  type Envelope,
  type DueWorkDefinition,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Upload, type UploadOptions } from 'tus-js-client';
import { call } from '../platform/call-endpoint.js';
import { letGoOfAnswers } from './let-go-of-answers.js';
import { insertUser } from './insert-user.js';
import { createMigratedDatabase } from './migrated-database.js';
import { AppModule } from '../../../apps/server/src/app.module.js';
import { loadConfig, type Config } from '../../../apps/server/src/config/config.js';
import { TaskWorker } from '../../../apps/server/src/platform/tasks/task-worker.service.js';
import { Timings, type TimingChanges } from '../../../apps/server/src/platform/timings.js';
import { startServer } from '../../../apps/server/src/server.js';

export const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

/** A user of a spec, signed in. */
export interface SpecUser {
  id: string;
  name: string;
  token: string;
  home: string;
}

type StartedServer = Awaited<ReturnType<typeof startServer>>;

export const adminPassword = 'admin-pass-1';

/** Quiet, so that a suite's own words are seen; faults still show. */
const quietLogger = (onLog: (line: string) => void): LoggerService => ({
  log: (...words: unknown[]) => onLog(words.map(String).join(' ')),
  warn: () => undefined,
  debug: () => undefined,
  verbose: () => undefined,
  error: (...words: unknown[]) => process.stderr.write(`${format(...words)}\n`),
});

export interface SpecPlatformOptions {
  withWorker: boolean;
  /**
   * Adds to the configuration's variables, or replaces them. With DATABASE_URL and DATA_DIR of another platform it is a
   * second server, of its own modules and connections, on the same data.
   */
  environment?: Record<string, string>;
  /** Waits and looks at another pace than the platform's own. */
  timings?: TimingChanges;
  /** Hears the log. */
  onLog?: (line: string) => void;
  /** Logs in the place of the quiet one. */
  logger?: LoggerService;
}

/** The real server and worker in this process, on a database and a data folder of their own. */
export class SpecPlatform {
  private constructor(
    readonly config: Config,
    private readonly database: { drop(): Promise<void> } | null,
    private readonly dataDir: string | null,
    private readonly logger: LoggerService,
    readonly timings: Timings,
    private server: StartedServer,
    private worker: { close(): Promise<void> } | null,
  ) {}

  static async open(options: SpecPlatformOptions): Promise<SpecPlatform> {
    const database = options.environment?.['DATABASE_URL'] ? null : await createMigratedDatabase();
    const dataDir = options.environment?.['DATA_DIR']
      ? null
      : await mkdtemp(join(tmpdir(), 'clusterdesk-spec-'));
    const config = loadConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      ...(dataDir && { DATA_DIR: dataDir }),
      ...(database && { DATABASE_URL: database.url }),
      ADMIN_PASSWORD: adminPassword,
      ...options.environment,
    });
    const logger = options.logger ?? quietLogger(options.onLog ?? (() => undefined));
    const timings = new Timings(options.timings);
    const server = await startQuietly(config, logger, timings);
    const worker = options.withWorker ? await startWorker(config, logger, timings) : null;
    return new SpecPlatform(config, database, dataDir, logger, timings, server, worker);
  }

  get app(): INestApplication {
    return this.server.app;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  get dataSource(): DataSource {
    return this.get(DataSource);
  }

  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.server.app.get<T>(token);
  }

  /** Another instance of a module's provider, as another process has it. */
  another<T>(module: Type, token: Type<T>): Promise<T> {
    return this.server.app.select(module).get(ModuleRef, { strict: true }).create(token);
  }

  /** Ends the server and starts it again on the same data, as after an upgrade. */
  async restart(): Promise<void> {
    await this.server.app.close();
    this.server = await startQuietly(this.config, this.logger, this.timings);
  }

  async stop(): Promise<void> {
    await this.worker?.close();
    await this.server.app.close();
    await this.database?.drop();
    if (this.dataDir) {
      await rm(this.dataDir, { recursive: true, force: true });
    }
  }

  /** The same as `stop`. */
  close(): Promise<void> {
    return this.stop();
  }

  /** A signed-in user whose role has these menus. */
  async addUser(name: string, menuUrls: readonly string[] = ['/myDoc']): Promise<SpecUser> {
    const { id, token } = await insertUser(
      (sql, values) => this.query(sql, values),
      name,
      menuUrls,
    );
    return { id, name, token, home: join(this.config.filesDir, 'home', name) };
  }

  /** Its time has come: a worker runs it with its next look (`dueWorkMs`). */
  async makeDue({ name }: DueWorkDefinition): Promise<void> {
    await this.query('UPDATE due_work SET due_at = now() WHERE name = $1', [name]);
  }

  async query(sql: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
    return this.get(DataSource).query(sql, parameters);
  }

  /** Calls an endpoint as the user would; the envelope as it comes. */
  async call<E extends Endpoint>(
    user: SpecUser | null,
    endpoint: E,
    input: EndpointInput<E>,
  ): Promise<Envelope<EndpointAnswer<E>>> {
    if (!allEndpoints.includes(endpoint)) {
      throw new Error('Not an endpoint of the contract.');
    }
    return call(this.baseUrl, endpoint, input, user ? { token: user.token } : {});
  }

  /** Uploads with the client that the console uses. */
  async upload(
    user: SpecUser,
    content: Buffer,
    metadata: Record<string, string>,
    options: Partial<UploadOptions> = {},
  ): Promise<{ url: string; placedPath: string | null }> {
    return new Promise((resolve, reject) => {
      let placedPath: string | null = null;
      const upload = new Upload(content, {
        endpoint: `${this.baseUrl}${uploadsPath}`,
        headers: { Authorization: user.token },
        metadata,
        retryDelays: [],
        onAfterResponse: (_, response) => {
          const header = response.getHeader('Upload-Placed-Path');
          placedPath = header === undefined ? placedPath : decodeURIComponent(header);
        },
        onError: reject,
        onSuccess: () => resolve({ url: upload.url ?? '', placedPath }),
        ...options,
      });
      upload.start();
    });
  }

  download(token: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    const url = `${this.baseUrl}/api/user/info/download?path=${encodeURIComponent(token)}`;
    return fetch(url, { method, headers });
  }
}

async function startQuietly(
  config: Config,
  logger: LoggerService,
  timings: Timings,
): Promise<StartedServer> {
  const server = await startServer(config, logger, timings);
  letGoOfAnswers(server.app);
  return server;
}

async function startWorker(
  config: Config,
  logger: LoggerService,
  timings: Timings,
): Promise<{ close(): Promise<void> }> {
  const app = await NestFactory.createApplicationContext(AppModule.with(config, timings), {
    logger,
    abortOnError: false,
  });
  letGoOfAnswers(app);
  await app.get(TaskWorker).start();
  return app;
}
