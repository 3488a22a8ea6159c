import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { isAlive } from '@clusterdesk/host';
import { findServiceAccount } from '../host/service-account.js';
import { EmbeddedDatabase } from './embedded-database.js';

const isRoot = process.getuid?.() === 0;
const account = findServiceAccount(() => undefined);
const secret = 'a-secret-of-root-4711';

let dir: string;
/** Where the account has put what it likes: in the data folder it may replace what is its own. */
let folder: string;
/** What only root may see and change. */
let foreign: string;
let victim: ChildProcess | null = null;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-hostile-'));
  chmodSync(dir, 0o755);
  folder = join(dir, 'postgres');
  foreign = join(dir, 'foreign');
  mkdirSync(foreign, { mode: 0o700 });
  mkdirSync(join(dir, 'launcher'), { mode: 0o700 });
});
afterEach(async () => {
  if (victim?.exitCode === null && victim.signalCode === null) {
    const ended = once(victim, 'exit');
    victim.kill('SIGKILL');
    await ended;
  }
  victim = null;
  rmSync(dir, { recursive: true });
});

const open = (): EmbeddedDatabase =>
  new EmbeddedDatabase({
    folder,
    secretsFolder: join(dir, 'launcher'),
    account,
    settings: { fsync: 'off' },
  });

/** The start of the database, however it ends; returns what it says. */
const prepare = (): Promise<string> =>
  open()
    .prepare()
    .then(
      () => 'done',
      (error: unknown) => String(error),
    );

const write = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
};

/** A folder of the account, as it is after a first start. */
function makeOwnFolder(): void {
  mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 });
  for (const path of [folder, join(folder, 'data')]) {
    chownSync(path, account?.uid ?? 0, account?.gid ?? 0);
  }
}

(isRoot ? describe : describe.skip)('a start by root, with links of the service account', () => {
  test('removes and renames nothing of others, and gives nothing away', async () => {
    write(join(foreign, 'data.new/keep'), secret);
    write(join(foreign, 'data.unfinished/keep'), secret);
    symlinkSync(foreign, folder);
    await prepare();
    expect(() => open().setAside()).not.toThrow();
    mkdirSync(join(foreign, 'data'));
    expect(() => open().setAside()).not.toThrow();
    await prepare();
    for (const path of ['data.new/keep', 'data.unfinished/keep']) {
      expect(readFileSync(join(foreign, path), 'utf8')).toBe(secret);
    }
    expect(existsSync(join(foreign, 'data'))).toBe(true);
    expect(statSync(foreign)).toMatchObject({ uid: 0, gid: 0 });
  });

  test('shows nothing of a file of others', async () => {
    write(join(foreign, 'secret'), secret);
    makeOwnFolder();
    symlinkSync(join(foreign, 'secret'), join(folder, 'data/PG_VERSION'));
    expect(await prepare()).not.toContain(secret);

    rmSync(join(folder, 'data/PG_VERSION'));
    write(join(folder, 'data/PG_VERSION'), 'Dear administrator, run this: …');
    chownSync(join(folder, 'data/PG_VERSION'), account?.uid ?? 0, account?.gid ?? 0);
    expect(await prepare()).toMatch(/was made by another PostgreSQL, this release brings \d+:/);
  });

  test('takes no password of others for its own', async () => {
    write(join(foreign, 'secret'), secret);
    makeOwnFolder();
    writeFileSync(join(folder, 'data/PG_VERSION'), '18\n');
    symlinkSync(join(foreign, 'secret'), join(folder, 'password'));
    expect(await prepare()).toMatch(/password is missing/);
    expect(existsSync(join(dir, 'launcher/database-password'))).toBe(false);
  });

  test('ends no process of others that postmaster.pid names', async () => {
    makeOwnFolder();
    // Even one that is called as PostgreSQL is.
    const program = join(dir, 'postgres-of-root/postgres');
    mkdirSync(join(program, '..'));
    cpSync(process.execPath, program);
    victim = spawn(program, ['-e', 'setInterval(() => {}, 1000)', join(folder, 'data')]);
    await once(victim, 'spawn');
    writeFileSync(join(folder, 'data/postmaster.pid'), `${String(victim.pid)}\n`);
    await open().stopOrphan();
    expect(isAlive(victim.pid ?? 0)).toBe(true);
    expect(victim.signalCode).toBe(null);
  });
});
