import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints, type BackupRow } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { BackupRequests } from '../backup-requests.service.js';
import { BackupsModule } from '../backups.module.js';
import { RestoredNews } from './restored-news.service.js';
import { RestoringRecovery } from './restoring-recovery.service.js';
import { RestoringRun, type RestoringPoint } from './restoring-run.service.js';
import { identityColumns } from './placed-identities.js';

const { backups } = endpoints;

let platform: SpecPlatform;
let admin: SpecUser;
let ann: SpecUser;
let backup: BackupRow;
let job: string;

const file = (): string => join(ann.home, 'a.txt');

async function takeBackup(withFiles: boolean): Promise<BackupRow> {
  const requests = platform.get(BackupRequests);
  const { id } = await requests.request('manual', withFiles, null);
  return waitFor('the task', async () => {
    const row = await requests.find(id);
    if (row?.state === 'failed') {
      throw new Error(row.message);
    }
    return row?.state === 'done' ? row : undefined;
  });
}

/** What the backup says, and what stands there after it was taken. */
async function spoil(): Promise<void> {
  await platform.query(`UPDATE user_account SET real_name = 'changed' WHERE id = $1`, [ann.id]);
  await writeFile(file(), 'changed');
  await writeFile(join(ann.home, 'later.txt'), 'later');
}

async function expectRestored(isRestored: boolean): Promise<void> {
  const [row] = await platform.query('SELECT real_name FROM user_account WHERE id = $1', [ann.id]);
  expect(row?.['real_name']).toBe(isRestored ? 'Ann' : 'changed');
  expect(await readFile(file(), 'utf8')).toBe(isRestored ? 'first' : 'changed');
  expect(existsSync(join(ann.home, 'later.txt'))).toBe(!isRestored);
}

const restoringOf = async (id: string): Promise<Record<string, unknown> | undefined> =>
  (await platform.query('SELECT state, message FROM backup_restoring WHERE id = $1', [id]))[0];

/** Folders beside those in use. */
async function listLeft(): Promise<string[]> {
  const left = await readdir(join(platform.config.filesDir, '.staging'));
  return left.filter((name) => name.startsWith('restore-'));
}

async function insertRestoring(): Promise<string> {
  const [row] = await platform.query(
    'INSERT INTO backup_restoring (backup_id) VALUES ($1) RETURNING id',
    [backup.id],
  );
  return String(row?.['id']);
}

/** Signed in again: all sessions end with a restoring. */
async function signInAgain(user: SpecUser): Promise<void> {
  await platform.query(
    `INSERT INTO user_session (user_id, token_hash, expires_at)
     VALUES ($1, sha256(convert_to($2, 'UTF8')), now() + interval '1 hour') ON CONFLICT DO NOTHING`,
    [user.id, user.token],
  );
}

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { tasks: { dueWorkMs: 200 } } });
  admin = await platform.addUser('manager', ['/systemeManagement']);
  ann = await platform.addUser('ann');
  await mkdir(ann.home, { recursive: true });
  await writeFile(file(), 'first');
  await platform.query(`UPDATE user_account SET real_name = 'Ann' WHERE id = $1`, [ann.id]);
  const [row] = await platform.query(
    `WITH queue AS (INSERT INTO compute_queue (queue_name) VALUES ('q') RETURNING id)
     INSERT INTO script_job (queue_id, queue_name, user_id, user_name, job_name, script, work_dir, cpus)
     SELECT id, 'q', $1, 'ann', 'waits', 'true', '/', 1 FROM queue RETURNING id`,
    [ann.id],
  );
  job = String(row?.['id']);
  const { dev, ino, birthtimeNs } = await stat(file(), { bigint: true });
  await platform.query(
    `INSERT INTO script_job_file (job_id, kind, space, space_id, path, size, modified_at, identity, is_directory, noted_at)
     VALUES ($1, 'output', 'disk', $2, '/a.txt', 5, now(), $3, false, now()), ($1, 'output', 'disk', $2, '/gone', 5, now(), '1:2:3', false, now())`,
    [job, ann.id, `${dev}:${ino}:${birthtimeNs}`],
  );
  backup = await takeBackup(true);
});
afterAll(() => platform.stop());

/** As a worker left it that died long enough ago, or a queue that lost its task. */
async function leave(id: string, state: 'waiting' | 'running'): Promise<void> {
  await platform.query(
    `UPDATE backup_restoring SET state = $2, touched_at = now() - interval '11 s' WHERE id = $1`,
    [id, state],
  );
}

describe('restoring a backup', () => {
  it('is for those who manage the platform, and of backups that are here', async () => {
    const { id } = backup;
    expect((await platform.call(ann, backups.restore, { id })).code).toBe(403);
    expect((await platform.call(null, backups.restore, { id })).code).toBe(401);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await platform.call(admin, backups.restore, { id: unknown })).code).toBe(404);
    await platform.query('UPDATE backup SET is_here = false WHERE id = $1', [id]);
    expect((await platform.call(admin, backups.restore, { id })).code).toBe(409);
    await platform.query('UPDATE backup SET is_here = true WHERE id = $1', [id]);
  });

  it.each<[RestoringPoint, boolean]>([
    ['laidOut', false],
    ['loaded', false],
    ['committed', true],
  ])('changes nothing or all when its worker is killed (%s)', async (point, isRestored) => {
    await spoil();
    const told = jest.spyOn(platform.get(RestoredNews), 'tell');
    const id = await insertRestoring();
    const run = await platform.another(BackupsModule, RestoringRun);
    // It stands still there, as a dead one does; what PostgreSQL does then follows below.
    let letGo: (reason: Error) => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      jest
        .spyOn(run as unknown as { reached(at: RestoringPoint): Promise<void> }, 'reached')
        .mockImplementation((at) => {
          if (at !== point) {
            return Promise.resolve();
          }
          resolve();
          return new Promise((_, reject) => (letGo = reject));
        });
    });
    const running = run.work({}, new AbortController().signal).catch(() => undefined);
    await reached;
    await platform.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND classid = 43 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await waitFor('the recovery', async () => {
      await platform.get(RestoringRecovery).recover();
      return (await listLeft()).length === 0;
    });
    await expectRestored(isRestored);
    // Agents would wait for commands for ever.
    expect(told).toHaveBeenCalledTimes(isRestored ? 1 : 0);
    await platform.get(RestoringRecovery).recover();
    expect(told).toHaveBeenCalledTimes(isRestored ? 1 : 0);
    told.mockRestore();
    expect((await restoringOf(id))?.['state']).toBe(isRestored ? 'done' : 'failed');
    letGo(new Error('Only for the end of the spec.'));
    await running;
    await expectRestored(isRestored);
  });

  it('replaces all, signs everybody out, keeps the backups and ends what was open', async () => {
    await spoil();
    await signInAgain(admin);
    const before = Number((await platform.query('SELECT count(*) FROM backup'))[0]?.['count']);
    const { code, result } = await platform.call(admin, backups.restore, { id: backup.id });
    expect(code).toBe(200);
    const second = await platform.call(admin, backups.restore, { id: backup.id });
    expect(second.result).toMatchObject({ error: 'RESTORING_UNDER_WAY' });
    await waitFor('the task', async () => {
      const row = await restoringOf(result.id);
      if (row?.['state'] === 'failed') {
        throw new Error(JSON.stringify(row['message']));
      }
      return row?.['state'] === 'done' && (await listLeft()).length === 0;
    });
    await expectRestored(true);
    expect((await platform.call(admin, backups.list, {})).code).toBe(401);
    const kinds = await platform.query('SELECT kind FROM backup ORDER BY created_at DESC LIMIT 1');
    expect(kinds).toEqual([{ kind: 'safety' }]);
    expect(Number((await platform.query('SELECT count(*) FROM backup'))[0]?.['count'])).toBe(
      before + 1,
    );
    expect(
      await platform.query('SELECT status, reason FROM script_job WHERE id = $1', [job]),
    ).toEqual([{ status: 'NODE_FAIL', reason: 'BACKUP_RESTORED' }]);
    // The row means the file that lies there now, and what was in no backup is nobody's.
    const { ino, birthtimeNs } = await stat(file(), { bigint: true });
    expect(await platform.query('SELECT identity FROM script_job_file ORDER BY path')).toEqual([
      { identity: `0:${ino}:${birthtimeNs}` },
      { identity: '0:0:0' },
    ]);
    const log = await platform.query(
      `SELECT details FROM audit_log WHERE method_name = 'backups.restore-backups'`,
    );
    expect(log).toHaveLength(1);
  });

  it('changes nothing when the archive is damaged, and says so', async () => {
    await signInAgain(admin);
    await spoil();
    const other = await takeBackup(true);
    await rm(join(platform.config.backupDir, other.id, 'files/home/ann/a.txt'));
    const { result } = await platform.call(admin, backups.restore, { id: other.id });
    const row: Record<string, unknown> = await waitFor('the task', async () => {
      const now = await restoringOf(result.id);
      return now?.['state'] === 'failed' ? now : undefined;
    });
    expect(JSON.stringify(row['message'])).toContain('Nothing was changed');
    await expectRestored(false);
    expect((await platform.call(admin, backups.list, {})).code).toBe(200);
  });

  it('is found when its task got lost', async () => {
    await spoil();
    const id = await insertRestoring();
    await leave(id, 'waiting');
    await waitFor('the restoring', async () => (await restoringOf(id))?.['state'] === 'done');
    await waitFor('the end of it', async () => (await listLeft()).length === 0);
    await expectRestored(true);
    await signInAgain(admin);
  });

  it('is ended with its safety backup when nobody works on it any more', async () => {
    const [safety] = await platform.query(
      `INSERT INTO backup (kind, with_files, state, lease, touched_at)
       VALUES ('safety', false, 'running', gen_random_uuid(), now() + interval '1 hour') RETURNING id`,
    );
    const [own] = await platform.query(
      `INSERT INTO backup_restoring (backup_id, safety_id) VALUES ($1, $2) RETURNING id`,
      [backup.id, safety?.['id']],
    );
    const id = String(own?.['id']);
    await leave(id, 'running');
    await waitFor('its end', async () => (await restoringOf(id))?.['state'] === 'failed');
    await waitFor('the end of its safety backup', async () => {
      const [row] = await platform.query('SELECT state FROM backup WHERE id = $1', [
        safety?.['id'],
      ]);
      return row?.['state'] === 'cancelled';
    });
    expect(JSON.stringify(await restoringOf(id))).toContain('interrupted');
  });

  it('leaves the files when the backup has none', async () => {
    await platform.query(`UPDATE user_account SET real_name = 'Ann' WHERE id = $1`, [ann.id]);
    const rowsOnly = await takeBackup(false);
    await spoil();
    const { result } = await platform.call(admin, backups.restore, { id: rowsOnly.id });
    await waitFor('the task', async () => (await restoringOf(result.id))?.['state'] === 'done');
    const [row] = await platform.query('SELECT real_name FROM user_account WHERE id = $1', [
      ann.id,
    ]);
    expect(row?.['real_name']).toBe('Ann');
    expect(await readFile(file(), 'utf8')).toBe('changed');
  });
});

it('knows all columns that mean a file by its identity', async () => {
  const found = await platform.query(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text' AND column_name LIKE '%identity%' ORDER BY 1`,
  );
  // No archive holds these tables (kept-tables.ts).
  const elsewhere = new Set(['copy_entry', 'download_package_entry', 'upload']);
  expect(found.filter(({ table }) => !elsewhere.has(String(table)))).toEqual(
    identityColumns.map(({ table, column }) => ({ table, column })),
  );
});
