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
 * The built server on an embedded database of its own; TEST_DATABASE_URL names another server to make the database on.
 * `environment` is added to its own.
 * @returns {Promise<{ url: string, pid: number, dataDir: string, databaseUrl: string, call: Function, signIn: Function, encrypt: Function, query: Function, stop: () => Promise<void> }>}
 */
export async function startServer(environment = {}) {
  await setUpDatabase();
  const name = `load_${process.pid}`;
  await runOnce(process.env.TEST_DATABASE_URL, `CREATE DATABASE ${name}`);
  const databaseUrl = new URL(process.env.TEST_DATABASE_URL);
  databaseUrl.pathname = `/${name}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'clusterdesk-load-'));
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    [
      // As the launcher starts it (apps/standalone/src/processes/process-roles.ts).
      ...(process.env.SERVER_FLAGS?.split(' ') ?? ['--heap-growing-percent=100']),
      resolve(import.meta.dirname, '../../apps/server/dist/main.js'),
    ],
    {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl.href,
        ADMIN_PASSWORD: password,
        LOG_LEVEL: 'warn',
        METRICS_TOKEN: metricsToken,
        // As the launcher starts it.
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '131072',
        MALLOC_TRIM_THRESHOLD_: '131072',
        ...environment,
      },
      stdio: 'inherit',
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  const database = new pg.Client({ connectionString: databaseUrl.href });
  await database.connect();

  const { call, signIn, encrypt } = await openClient(url);
  return {
    url,
    pid: child.pid,
    dataDir,
    databaseUrl: databaseUrl.href,
    call,
    signIn,
    encrypt,
    query: async (statement, values) => (await database.query(statement, values)).rows,
    stop: async () => {
      await database.end();
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
      await runOnce(process.env.TEST_DATABASE_URL, `DROP DATABASE ${name} WITH (FORCE)`);
      await tearDownDatabase();
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
