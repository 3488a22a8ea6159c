import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { EmbeddedDatabase } from '../database/embedded-database.js';
import { stopDatabase } from '../database/stop-database.js';
import { findServiceAccount } from '../host/service-account.js';
import { OwnDatabase } from './own-database.js';

let dir: string;
let child: ChildProcess;
/** The superuser's. */
let adminUrl: string;
let said: string[];

const never = new AbortController().signal;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-own-database-'));
  chmodSync(dir, 0o755);
  const secretsFolder = join(dir, 'launcher');
  mkdirSync(secretsFolder, { mode: 0o700 });
  const postgres = new EmbeddedDatabase({
    ...{ folder: join(dir, 'postgres'), secretsFolder },
    account: findServiceAccount(() => undefined),
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  await postgres.prepare();
  child = postgres.spawn('ignore');
  await postgres.waitUntilReady(child);
  adminUrl = postgres.url;
  for (const role of ['owner CREATEDB', 'weak NOCREATEDB', 'stranger CREATEDB']) {
    await run(adminUrl, `CREATE ROLE ${role.replace(' ', ' LOGIN PASSWORD ' + `'secret' `)}`);
  }
});
afterAll(async () => {
  const ended = once(child, 'exit');
  await stopDatabase(child.pid ?? 0);
  await ended;
  rmSync(dir, { recursive: true });
});
beforeEach(async () => {
  said = [];
  await run(adminUrl, 'DROP DATABASE IF EXISTS live WITH (FORCE)');
  await run(adminUrl, 'CREATE DATABASE live OWNER owner');
  await run(urlOf('owner'), 'CREATE TABLE note AS SELECT 1 AS text');
});

function urlOf(role: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = 'secret';
  url.pathname = '/live';
  return url.href;
}

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

const copies = (): Promise<unknown[]> =>
  run(adminUrl, `SELECT datname FROM pg_database WHERE datname LIKE 'clusterdesk_trial_%'`);
const own = (role = 'owner', url = urlOf(role)): OwnDatabase =>
  new OwnDatabase(url, (line) => said.push(line));

it('is copied; what happens to the copy does not touch it, and no copy is left', async () => {
  const database = own();
  await database.check();
  await database.take(never);
  const copyUrl = database.trialUrl ?? '';
  expect(await run(copyUrl, 'SELECT text FROM note')).toEqual([{ text: 1 }]);
  await run(copyUrl, 'DROP TABLE note');
  await database.putBack();
  expect(database.trialUrl).toBeNull();
  expect(await run(urlOf('owner'), 'SELECT text FROM note')).toEqual([{ text: 1 }]);
  expect(await copies()).toEqual([]);
});

it('a copy that a killed launcher left is replaced, and goes with the next', async () => {
  await own().take(never);
  await run(urlOf('owner'), 'UPDATE note SET text = 2');
  const database = own();
  await database.take(never);
  expect(await run(database.trialUrl ?? '', 'SELECT text FROM note')).toEqual([{ text: 2 }]);
  expect(await copies()).toHaveLength(1);
  // By a launcher that did not make it.
  await own().keep();
  expect(await copies()).toEqual([]);
});

it.each(['weak', 'stranger'])('with the role %s it is refused before anything', async (role) => {
  await run(adminUrl, `ALTER DATABASE live OWNER TO ${role === 'weak' ? 'weak' : 'owner'}`);
  await expect(own(role).check()).rejects.toMatchObject({ code: 'UPGRADE_DATABASE_ROLE' });
  await expect(own(role).take(never)).rejects.toMatchObject({ code: 'UPGRADE_DATABASE_ROLE' });
  expect(await copies()).toEqual([]);
});

it.each([
  ['of another role', 'stranger', 'clusterdesk'],
  ['of another program', 'owner', 'psql'],
])('while a connection %s is there it is refused', async (_, role, application_name) => {
  const other = new Client({ connectionString: urlOf(role), application_name });
  await other.connect();
  try {
    await expect(own().check()).rejects.toMatchObject({ code: 'UPGRADE_DATABASE_IN_USE' });
    await expect(own().take(never)).rejects.toMatchObject({ code: 'UPGRADE_DATABASE_IN_USE' });
  } finally {
    await other.end();
  }
});

it("the services' own connections are no reason: they end before it is copied", async () => {
  const ours = new Client({ connectionString: urlOf('owner'), application_name: 'clusterdesk' });
  await ours.connect();
  await own().check();
  await ours.end();
});

it('that is away is not copied; a copy that cannot be dropped stops nobody, and is told', async () => {
  const away = own('owner', 'postgresql://owner:secret@127.0.0.1:1/live');
  await expect(away.check()).rejects.toMatchObject({ code: 'UPGRADE_SAFETY_FAILED' });
  await away.discard();
  expect(said.join()).toMatch(/could not be dropped/);
});

it('a launcher that is told to stop does not wait for the copy', async () => {
  const stopping = new AbortController();
  stopping.abort();
  await expect(own().take(stopping.signal)).rejects.toMatchObject({
    code: 'UPGRADE_SAFETY_FAILED',
  });
  expect(await copies()).toEqual([]);
});
