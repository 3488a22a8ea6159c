import { spawn } from 'node:child_process';
import { constants, publicEncrypt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import setUpDatabase from '../support/jest/database-setup.mjs';
import tearDownDatabase from '../support/jest/database-teardown.mjs';
import { metricsToken } from './process-cost.mjs';

/** The administrator's, of every server of the measurements. */
export const password = 'load-pass-1';

/**
 * A new database on an embedded PostgreSQL; TEST_DATABASE_URL names another server to make it on, and with DURABLE_DATABASE=true
 * the embedded one flushes to disk as an installation does.
 * @returns {Promise<{ url: string, query: (statement: string, values?: unknown[]) => Promise<any[]>, drop: () => Promise<void> }>}
 */
export async function makeDatabase() {
  await setUpDatabase();
  const name = `load_${process.pid}`;
  await runOnce(process.env.TEST_DATABASE_URL, `CREATE DATABASE ${name}`);
  const url = new URL(process.env.TEST_DATABASE_URL);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href, application_name: 'measurement' });
  await client.connect();
  return {
    url: url.href,
    query: async (statement, values) => (await client.query(statement, values)).rows,
    drop: async () => {
      await client.end();
      await runOnce(process.env.TEST_DATABASE_URL, `DROP DATABASE ${name} WITH (FORCE)`);
      await tearDownDatabase();
    },
  };
}

/**
 * One process of the built platform, as the launcher starts it (apps/standalone/src/processes/process-roles.ts). `environment` is
 * added to its own.
 * @param {'main' | 'worker'} program
 */
export function spawnProgram(program, environment) {
  return spawn(
    process.execPath,
    [
      ...(process.env.SERVER_FLAGS?.split(' ') ?? ['--heap-growing-percent=100']),
      resolve(import.meta.dirname, `../../apps/server/dist/${program}.js`),
    ],
    {
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: 'warn',
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '131072',
        MALLOC_TRIM_THRESHOLD_: '131072',
        ...environment,
      },
      stdio: 'inherit',
    },
  );
}

/**
 * A server on a free port, once it is ready. `onSpawn` is told of its process at once.
 * @returns {Promise<{ url: string, pid: number, child: import('node:child_process').ChildProcess, end: (signal?: NodeJS.Signals) => Promise<void> }>}
 */
export async function spawnServer(environment, onSpawn = () => undefined) {
  const port = Number(environment.PORT ?? (await findFreePort()));
  const child = spawnProgram('main', {
    PORT: String(port),
    HOST: '127.0.0.1',
    ADMIN_PASSWORD: password,
    METRICS_TOKEN: metricsToken,
    ...environment,
  });
  onSpawn(child);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  return { url, pid: child.pid, child, end: (signal) => endChild(child, signal) };
}

/** Resolves when the process is gone. */
export async function endChild(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

/**
 * The built server on a database of its own. `environment` is added to its own.
 * @returns {Promise<{ url: string, pid: number, dataDir: string, databaseUrl: string, call: Function, signIn: Function, encrypt: Function, query: Function, stop: () => Promise<void> }>}
 */
export async function startServer(environment = {}) {
  const database = await makeDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'clusterdesk-load-'));
  const { url, pid, end } = await spawnServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...environment,
  });
  return {
    url,
    pid,
    dataDir,
    databaseUrl: database.url,
    query: database.query,
    ...(await openClient(url)),
    stop: async () => {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/**
 * Calls to a server that is up; who signs in is the administrator, unless another is named who has the same password.
 * @returns {Promise<{ call: (path: string, input?: object, token?: string) => Promise<any>, signIn: (loginName?: string) => Promise<string>, encrypt: (text: string) => string }>}
 */
export async function openClient(url) {
  const call = async (path, input = {}, token = '') => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: token },
      body: JSON.stringify(input),
    });
    const body = await answer.json();
    if (!body.success) {
      throw new Error(`${path}: ${body.code} ${body.message}`);
    }
    return body.result;
  };
  const answer = await fetch(`${url}/api/active/getSystemPublicConfigs`);
  const { publicKey } = (await answer.json()).result;
  const encrypt = (text) =>
    publicEncrypt(
      { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(text),
    ).toString('base64');
  const signIn = async (loginName = 'admin') =>
    (await call('/user/info/login', { loginName, password: encrypt(password) })).token;
  return { call, signIn, encrypt };
}

/** The value below which the given share of the numbers lies. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Milliseconds that some work took. */
export async function time(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

async function waitUntilReady(url, child) {
  for (;;) {
    const isReady = await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) {
      return;
    }
    if (child.exitCode !== null) {
      throw new Error(`The server ended with ${child.exitCode}.`);
    }
    await sleep(100);
  }
}

async function runOnce(connectionString, statement) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A port that nobody listens on just now. */
export function findFreePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
