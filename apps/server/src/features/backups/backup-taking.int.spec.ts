import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type BackupRow } from '@clusterdesk/contracts';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { archiveDir } from './archive/manifest.js';
import { BackupRequests } from './backup-requests.service.js';

const calls = endpoints.backups;

let platform: SpecPlatform;
let manager: SpecUser;
let other: SpecUser;
let taken: BackupRow;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: true,
    timings: { tasks: { dueWorkMs: 200 }, backups: { progressMs: 20 } },
    environment: { PROXY_SECRET: 'a-secret-that-only-the-proxy-has-1', TIME_ZONE: 'Asia/Shanghai' },
  });
  manager = await platform.addUser('manager', ['/systemeManagement']);
  other = await platform.addUser('other');
});
afterAll(() => platform.close());

const find = async (id: string): Promise<BackupRow | null> => platform.get(BackupRequests).find(id);
const ended = async (id: string): Promise<BackupRow> => {
  await waitFor('the end of the backup', async () => {
    const row = await find(id);
    return row !== null && !['waiting', 'running'].includes(row.state);
  });
  const row = await find(id);
  if (row === null) {
    throw new Error('The backup is gone.');
  }
  return row;
};
const proofState = async () => (await platform.call(manager, calls.proofState, {})).result;
const prove = async (id: string) => {
  expect((await platform.call(manager, calls.prove, { id })).code).toBe(200);
  await waitFor('the drill', async () => (await proofState()).askedId === null, 60_000);
  return proofState();
};
const namesOf = (dir: string): Promise<string[]> => readdir(dir);
const scratchDatabases = () =>
  platform.query(
    `SELECT datname FROM pg_database WHERE starts_with(datname, 'clusterdesk_drill_')`,
  );

describe('who does not manage the system', () => {
  it('takes, cancels and proves none, and learns of none', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    for (const [call, input] of [
      [calls.add, {}],
      [calls.cancel, { id }],
      [calls.prove, { id }],
      [calls.proofState, {}],
      [calls.recovery, { id }],
    ] as const) {
      expect((await platform.call(other, call, input)).code).toBe(403);
      expect((await platform.call(null, call, input)).code).toBe(401);
    }
    for (const [user, may] of [
      [other, false],
      [manager, true],
    ] as const) {
      const window = await connectConsole(platform.baseUrl, user.token);
      expect(await window.ask('watch', { topic: 'backups' })).toBe(may);
      window.close();
    }
    expect(await platform.query('SELECT FROM backup')).toEqual([]);
  });
});

describe('a backup that is asked for', () => {
  it('is taken by the worker, is told of, and lies in a folder of its own', async () => {
    const { result } = await platform.call(manager, calls.add, { withFiles: false });
    expect(result).toMatchObject({ state: 'waiting', kind: 'manual', userName: 'manager' });
    taken = await ended(result.id);
    expect(taken).toMatchObject({ state: 'done', isHere: true, version: '0.1.0', message: '' });
    const dir = archiveDir(platform.config.backupDir, taken.id);
    expect((await namesOf(dir)).sort()).toEqual(['database', 'manifest.json', 'recovery.json']);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dir, 'manifest.json'))).mode & 0o777).toBe(0o600);
    expect(await namesOf(platform.config.backupDir)).toEqual([taken.id]);
    const sizes = await Promise.all(
      (await readdir(dir, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => stat(join(entry.parentPath, entry.name))),
    );
    expect(taken.sizeBytes).toBe(sizes.reduce((sum, { size }) => sum + size, 0));
    const log = await platform.query(
      `SELECT user_name, target_type, details FROM audit_log WHERE method_name = '/backup/add' AND error_code IS NULL`,
    );
    expect(log).toEqual([
      { user_name: 'manager', target_type: 'backup', details: { withFiles: false } },
    ]);
  });

  it('tells secrets by their names and fingerprints only, and how they stand now', async () => {
    const path = join(archiveDir(platform.config.backupDir, taken.id), 'recovery.json');
    expect(await readFile(path, 'utf8')).not.toContain(platform.config.proxySecret);
    const [stored] = await platform.query(
      `SELECT value FROM setting WHERE key = 'operations.installationId'`,
    );
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      installationId: stored?.['value'],
    });
    const { result } = await platform.call(manager, calls.recovery, { id: taken.id });
    expect(result).toMatchObject({
      version: '0.1.0',
      secrets: [{ name: 'PROXY_SECRET', state: 'same' }],
    });
    expect(result.settings).toContainEqual({ name: 'TIME_ZONE', value: 'Asia/Shanghai' });
  });
});

describe('a drill', () => {
  it('passes for a backup that comes back, and says how long that takes', async () => {
    expect(await proofState()).toEqual({
      state: 'never',
      backInMinutes: null,
      askedId: null,
      last: null,
    });
    const sessions = await platform.query('SELECT count(*) FROM user_session');
    expect(await prove(taken.id)).toMatchObject({
      state: 'fresh',
      backInMinutes: 1,
      last: { backupId: taken.id, passed: true, message: '' },
    });
    expect(await scratchDatabases()).toEqual([]);
    expect(await platform.query('SELECT count(*) FROM user_session')).toEqual(sessions);
  });

  it('is stale after 30 days', async () => {
    await platform.query(`UPDATE backup SET proved_at = now() - interval '30 days 1 second'`);
    expect(await proofState()).toMatchObject({ state: 'stale', backInMinutes: 1 });
  });

  it('fails for an altered backup, and those who manage the system are told', async () => {
    const dir = archiveDir(platform.config.backupDir, taken.id);
    await appendFile(join(dir, 'database/user_account.copy.gz'), 'x');
    const { state, last } = await prove(taken.id);
    expect(last).toMatchObject({ passed: false });
    expect(last?.message).toContain('database/user_account.copy.gz');
    // What passed before is gone with it: it was the same backup.
    expect(state).toBe('never');
    const told = await platform.query(
      `SELECT user_name FROM notification JOIN user_account ON user_account.id = user_id
       WHERE kind = 'backups.drill-failed' ORDER BY 1`,
    );
    expect(told).toEqual([{ user_name: 'admin' }, { user_name: 'manager' }]);
  });

  it('is only of a backup that is complete and here', async () => {
    await platform.query('UPDATE backup SET is_here = false');
    const { code, result } = await platform.call(manager, calls.prove, { id: taken.id });
    expect({ code, result }).toMatchObject({ code: 409, result: { error: 'BACKUP_NOT_HERE' } });
  });
});
