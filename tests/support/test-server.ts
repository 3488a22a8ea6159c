import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication, LoggerService } from '@nestjs/common';
import type { Endpoint, EndpointInput, EndpointResult, Envelope } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { loadConfig, type Config } from '../../apps/server/src/config/config.js';
import { startServer } from '../../apps/server/src/server.js';
import { ApiClient } from './api-client.js';
import { createTestDatabase } from './test-database.js';

export const adminPassword = 'admin-pass-1';

/** Quiet, so that a suite's own words are seen; faults still show. */
const quietLogger = (onLog: (line: string) => void): LoggerService => ({
  log: (...words: unknown[]) => onLog(words.map(String).join(' ')),
  warn: () => undefined,
  debug: () => undefined,
  verbose: () => undefined,
  error: (...words: unknown[]) => process.stderr.write(`${words.map(String).join(' ')}\n`),
});

/** A server in this process on a fresh database and an empty data folder. */
export interface TestServer {
  app: INestApplication;
  baseUrl: string;
  config: Config;
  dataSource: DataSource;
  stop(): Promise<void>;
}

/** Starts the real server on a free port. `environment` adds to or replaces its variables; `onLog` hears its log. */
export async function startTestServer(
  environment: Record<string, string> = {},
  onLog: (line: string) => void = () => undefined,
): Promise<TestServer> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'clusterdesk-server-'));
  const config = loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ADMIN_PASSWORD: adminPassword,
    ...environment,
  });
  const { app, port } = await startServer(config, quietLogger(onLog));
  return {
    app,
    baseUrl: `http://127.0.0.1:${port}`,
    config,
    dataSource: app.get(DataSource),
    stop: async () => {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Calls an endpoint as a client would; the envelope comes back as it is. */
export async function call<E extends Endpoint>(
  baseUrl: string,
  endpoint: E,
  input: EndpointInput<E>,
  options: { token?: string; headers?: Record<string, string> } = {},
): Promise<Envelope<EndpointResult<E>> & { httpStatus: number }> {
  const url = new URL(`/api${endpoint.path}`, baseUrl);
  const isGet = endpoint.method === 'GET';
  if (isGet && typeof input === 'object' && input !== null) {
    for (const [name, value] of Object.entries(input)) {
      url.searchParams.set(name, String(value));
    }
  }
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      'Content-Type': 'application/json',
      ...(options.token ? { Authorization: options.token } : {}),
      ...options.headers,
    },
    ...(isGet ? {} : { body: JSON.stringify(input) }),
  });
  const envelope = (await response.json()) as Envelope<EndpointResult<E>>;
  return { ...envelope, httpStatus: response.status };
}

/** A password as it travels. */
export function encryptPassword(baseUrl: string, password: string): Promise<string> {
  return new ApiClient(baseUrl).encrypt(password);
}

/** Signs in and returns the token. */
export async function signIn(
  baseUrl: string,
  loginName = 'admin',
  password = adminPassword,
): Promise<string> {
  const client = new ApiClient(baseUrl);
  await client.signIn(loginName, password);
  return client.token ?? '';
}
