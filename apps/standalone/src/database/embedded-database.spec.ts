import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { readProc } from '@clusterdesk/host';
import { findServiceAccount } from '../host/service-account.js';
import { EmbeddedDatabase } from './embedded-database.js';
import { stopDatabase } from './stop-database.js';

const account = findServiceAccount(() => undefined);
const settings = { fsync: 'off', full_page_writes: 'off' };

let dir: string;
let child: ChildProcess | null = null;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-embedded-'));
  chmodSync(dir, 0o755);
});
afterEach(async () => {
  if (child?.pid) {
    const ended = once(child, 'exit');
    await stopDatabase(child.pid);
    await ended;
    child = null;
  }
});
afterAll(() => rmSync(dir, { recursive: true }));

const secretsFolder = (): string => join(dir, 'launcher');
const folder = (): string => join(dir, 'postgres');

async function start(): Promise<EmbeddedDatabase> {
  mkdirSync(secretsFolder(), { recursive: true, mode: 0o700 });
  const options = { folder: folder(), secretsFolder: secretsFolder(), account, settings };
  const database = new EmbeddedDatabase(options);
  await database.prepare();
  child = database.spawn('ignore');
  await database.waitUntilReady(child);
  return database;
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the role that server and worker connect as', () => {
  test('is no superuser, and owns what earlier releases made as the superuser', async () => {
    const database = await start();
    await query(
      database.url,
      `CREATE SCHEMA bullmq;
       CREATE TYPE mood AS ENUM ('good', 'bad');
       CREATE TABLE users (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, serial_no serial, mood mood);
       CREATE TABLE bullmq.job (id uuid PRIMARY KEY, users_id bigint REFERENCES users (id));
       CREATE SEQUENCE bullmq.job_number;
       CREATE VIEW bullmq.jobs AS SELECT id FROM bullmq.job;
       CREATE FUNCTION bullmq.next() RETURNS bigint LANGUAGE sql AS 'SELECT nextval(''bullmq.job_number'')';
       CREATE EXTENSION pg_trgm;
       INSERT INTO users (mood) VALUES ('good');`,
    );
    await database.prepareServiceRole();

    const url = database.serviceUrl;
    const [rights] = await query(
      url,
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
       FROM pg_roles WHERE rolname = current_user`,
    );
    // Drills of backups make a database and drop it.
    const { rolcreatedb, ...others } = rights as Record<string, boolean>;
    expect(rolcreatedb).toBe(true);
    expect(new Set(Object.values(others))).toEqual(new Set([false]));
    await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow(/permission/);
    await expect(query(url, `SELECT pg_read_file('/etc/passwd')`)).rejects.toThrow(/permission/);

    await query(
      url,
      `ALTER TABLE users ADD COLUMN name text;
       ALTER TABLE bullmq.job ADD COLUMN state text;
       ALTER TYPE mood ADD VALUE 'fair';
       CREATE OR REPLACE VIEW bullmq.jobs AS SELECT id FROM bullmq.job;
       DROP FUNCTION bullmq.next();
       CREATE TABLE bullmq.other (id int);
       CREATE TABLE another (id int);
       DROP TABLE bullmq.job CASCADE;
       INSERT INTO users (mood) VALUES ('bad');`,
    );
    const left = await query(
      database.url,
      `SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname IN ('public', 'bullmq') AND pg_get_userbyid(relowner) = 'clusterdesk'`,
    );
    expect(left).toEqual([]);
  });

  test('gets a new password at each start, and what is there already does not matter', async () => {
    const database = await start();
    await database.prepareServiceRole();
    const before = database.serviceUrl;
    await database.prepareServiceRole();
    await expect(query(before, 'SELECT 1')).rejects.toThrow(/password/);
    expect(await query(database.serviceUrl, 'SELECT mood FROM users')).toHaveLength(2);
  });
});

describe("the superuser's password", () => {
  test('is in the folder of the launcher, moved there from beside the data', async () => {
    const file = join(secretsFolder(), 'database-password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).uid).toBe(process.getuid?.());
    const earlier = join(folder(), 'password');
    renameSync(file, earlier);
    if (account) {
      chownSync(earlier, account.uid, account.gid);
    }
    const password = readFileSync(earlier, 'utf8');

    await start();
    expect(existsSync(earlier)).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe(password);
  });
});

describe('the socket', () => {
  test("lies in the data folder, which is the account's alone, and no port is open", async () => {
    const database = await start();
    const [row] = await query<Record<string, unknown>>(
      database.url,
      `SELECT current_setting('listen_addresses') AS addresses, inet_server_addr() AS address`,
    );
    expect(row).toEqual({ addresses: '', address: null });
    const data = join(folder(), 'data');
    expect(statSync(join(data, '.s.PGSQL.5432')).isSocket()).toBe(true);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    // /proc/net/tcp has the inodes of all sockets of TCP, and a process has links to its own.
    const listening = ['tcp', 'tcp6'].flatMap((name) =>
      (readProc(`net/${name}`) ?? '').split('\n').map((line) => line.trim().split(/\s+/)[9]),
    );
    const own = readdirSync(`/proc/${String(child?.pid)}/fd`).map(
      (fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${String(child?.pid)}/fd/${fd}`))?.[1],
    );
    expect(own.filter((inode) => inode !== undefined && listening.includes(inode))).toEqual([]);
  });

  test('is reached where the path is too long for it', async () => {
    const deep = join(dir, 'd'.repeat(60), 'e'.repeat(60));
    mkdirSync(deep, { recursive: true });
    const database = new EmbeddedDatabase({
      folder: join(deep, 'postgres'),
      secretsFolder: secretsFolder(),
      account,
      settings,
    });
    const before = process.cwd();
    await database.prepare();
    child = database.spawn('ignore');
    await database.waitUntilReady(child);
    await database.prepareServiceRole();
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    process.chdir(deep);
    try {
      expect(await query(database.serviceUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    } finally {
      process.chdir(before);
    }
    rmSync(join(secretsFolder(), 'database-password'));
  });
});

describe('the limits', () => {
  test('end what forgot itself', async () => {
    rmSync(folder(), { recursive: true });
    const database = await start();
    const [row] = await query<Record<string, string>>(
      database.url,
      `SELECT current_setting('idle_in_transaction_session_timeout') AS idle,
         current_setting('authentication_timeout') AS authentication,
         current_setting('client_connection_check_interval') AS check,
         current_setting('synchronous_commit') AS commit`,
    );
    await database.prepareServiceRole();
    const [role] = await query(
      database.url,
      `SELECT rolconnlimit FROM pg_roles WHERE rolname = 'clusterdesk_service'`,
    );
    expect(role).toEqual({ rolconnlimit: 90 });
    expect(row).toEqual({ idle: '5min', authentication: '10s', check: '10s', commit: 'on' });
  });
});
