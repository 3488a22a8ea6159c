import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { ArchiveCheck } from '../archive/archive-check.service.js';
import { archiveDir, partialDir } from '../archive/manifest.js';
import { BackupRequests } from '../backup-requests.service.js';
import { DatabaseDump } from '../database/database-dump.service.js';
import { BackupRoom } from './backup-room.service.js';
import { BackupRunner } from './backup-runner.service.js';
import { BackupSweeper } from './backup-sweeper.service.js';

const calls = endpoints.backups;
const never = new AbortController().signal;

let platform: SpecPlatform;
let manager: SpecUser;
let id: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { backups: { progressMs: 20, heartbeatMs: 20, roomMs: 20 } },
  });
  manager = await platform.addUser('manager', ['/systemeManagement']);
});
afterAll(() => platform.close());
beforeEach(async () => {
  ({ id } = await platform.get(BackupRequests).request('scheduled', false, null));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await platform.query('TRUNCATE backup');
});

const run = (signal = never): Promise<void> => platform.get(BackupRunner).work({}, signal);
const row = async () => (await platform.query('SELECT * FROM backup WHERE id = $1', [id]))[0];
const here = (): Promise<string[]> => readdir(platform.config.backupDir);
const cancel = async () => (await platform.call(manager, calls.cancel, { id })).code;

/** A run writes rows until it is told to stop. */
function holdWriting(): { begun: Promise<void> } {
  const begun = new Promise<void>((resolve) => {
    jest.spyOn(platform.get(DatabaseDump), 'write').mockImplementation(async (dir, _, signal) => {
      await writeFile(join(dir, 'half'), 'x');
      resolve();
      return new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
  });
  return { begun };
}

describe('one backup', () => {
  it('is under way at a time', async () => {
    const { code, result } = await platform.call(manager, calls.add, {});
    expect({ code, result }).toMatchObject({ code: 409, result: { error: 'BACKUP_UNDER_WAY' } });
  });

  it('is not begun while one is restored', async () => {
    await platform.query('DELETE FROM backup');
    await platform.query('INSERT INTO backup_restoring (backup_id) VALUES ($1)', [id]);
    const { code, result } = await platform.call(manager, calls.add, {});
    expect({ code, result }).toMatchObject({ code: 409, result: { error: 'RESTORING_UNDER_WAY' } });
    expect(await platform.query('SELECT FROM backup')).toEqual([]);
    await platform.query('DELETE FROM backup_restoring');
    expect((await platform.call(manager, calls.add, {})).code).toBe(200);
  });

  it('whose worker was killed begins anew after its lease, from an empty folder', async () => {
    const partial = partialDir(platform.config.backupDir, id);
    await mkdir(join(partial, 'database'), { recursive: true });
    await writeFile(join(partial, 'database/user_account.copy.gz'), 'half');
    await platform.query(
      `UPDATE backup SET state = 'running', lease = gen_random_uuid(), attempts = 1, touched_at = now() WHERE id = $1`,
      [id],
    );
    await run();
    expect(await row()).toMatchObject({ state: 'running' });
    await platform.query(`UPDATE backup SET touched_at = now() - interval '11 seconds'`);
    await run();
    expect(await row()).toMatchObject({ state: 'done', is_here: true, lease: null, attempts: 2 });
    expect(await here()).toEqual([id]);
    const checked = await platform
      .get(ArchiveCheck)
      .check(archiveDir(platform.config.backupDir, id), () => undefined, never);
    expect(checked.id).toBe(id);
    // Scheduled ones are proven.
    expect((await row())?.['prove_asked_at']).not.toBeNull();
  });

  it('that is cancelled stops and leaves nothing', async () => {
    const { begun } = holdWriting();
    const running = run();
    await begun;
    expect(await cancel()).toBe(200);
    await running;
    expect(await row()).toMatchObject({ state: 'cancelled', is_here: false });
    expect(await here()).not.toContain(`${id}.partial`);
    expect(await cancel()).toBe(409);
  });

  it('goes on in another worker when its own is told to stop', async () => {
    const { begun } = holdWriting();
    const stopping = new AbortController();
    const running = run(stopping.signal);
    await begun;
    stopping.abort();
    await running;
    expect(await row()).toMatchObject({ state: 'waiting', lease: null });
    expect(await here()).not.toContain(`${id}.partial`);
  });

  it('is taken again after an unexpected error, but not for ever', async () => {
    jest.spyOn(platform.get(DatabaseDump), 'write').mockRejectedValue(new Error('spec'));
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    for (const state of ['waiting', 'waiting', 'failed']) {
      await platform.query(`UPDATE backup SET touched_at = now() - interval '2 seconds'`);
      await run();
      expect(await row()).toMatchObject({ state });
    }
  });
});

describe('without room', () => {
  const full = {
    state: 'failed',
    message: expect.objectContaining({ en: expect.stringContaining('too little space') }),
  };

  it('for as much as the last one has, none is begun', async () => {
    await run();
    await platform.query('UPDATE backup SET size_bytes = 1e15');
    const { id: next } = await platform.get(BackupRequests).request('manual', false, null);
    id = next;
    await run();
    expect(await row()).toMatchObject(full);
    expect(await here()).not.toContain(`${id}.partial`);
  });

  it('one that runs into the reserve stops, and leaves nothing', async () => {
    const { begun } = holdWriting();
    const running = run();
    await begun;
    jest.spyOn(platform.get(BackupRoom), 'spareBytes').mockResolvedValue(-1);
    await running;
    expect(await row()).toMatchObject(full);
    expect(await here()).not.toContain(`${id}.partial`);
  });

  it('the error of a full disk is told as such', async () => {
    const error = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    jest.spyOn(platform.get(DatabaseDump), 'write').mockRejectedValue(error);
    await run();
    expect(await row()).toMatchObject(full);
  });
});

it('what nobody works on is removed, and nothing else', async () => {
  const [old, fresh, over, ended, fetched] = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const one = randomUUID();
      await mkdir(partialDir(platform.config.backupDir, one), { recursive: true });
      return one;
    }),
  );
  await mkdir(partialDir(platform.config.backupDir, id), { recursive: true });
  for (const one of [id, old]) {
    await utimes(partialDir(platform.config.backupDir, one ?? ''), 0, 0);
  }
  await platform.query(
    `INSERT INTO backup (id, kind, with_files, state, touched_at, fetch_asked_at) VALUES
       ($1, 'manual', false, 'cancelled', now() - interval '11 seconds', NULL),
       ($2, 'manual', false, 'cancelled', now(), NULL),
       ($3, 'manual', false, 'done', now() - interval '11 seconds', now())`,
    [over, ended, fetched],
  );
  await platform.get(BackupSweeper).sweep();
  const left = (await here()).filter((name) => name.endsWith('.partial'));
  expect(left.sort()).toEqual([id, fresh, ended, fetched].map((one) => `${one}.partial`).sort());
});
