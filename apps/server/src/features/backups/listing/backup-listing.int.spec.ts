import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { makeBackup } from '@clusterdesk/tests/server/made-backup.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import { BackupKeeping } from '../backup-keeping.tasks.js';
import { BackupRequests } from '../backup-requests.service.js';

const { backups, backupStores } = endpoints;

let platform: SpecPlatform;
let admin: SpecUser;
let ann: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  admin = await platform.addUser('manager', ['/systemeManagement']);
  ann = await platform.addUser('ann');
});
afterAll(() => platform.stop());
beforeEach(() => platform.query('DELETE FROM backup'));

const fetchExport = (
  query: string,
  headers: Record<string, string> = {},
  path = '/backup/export',
): Promise<Response> => fetch(`${platform.baseUrl}/api${path}?${query}`, { headers });
const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer());

describe('the list of backups', () => {
  it('is newest first, tells of the last restoring, and is for those who manage the platform', async () => {
    const old = await makeBackup(platform, { ageDays: 2, kind: 'scheduled' });
    const young = await makeBackup(platform);
    await platform.query(
      `INSERT INTO backup_restoring (backup_id, state, message) VALUES ($1, 'failed', '{"cn":"坏","en":"broken"}')`,
      [old.id],
    );
    const { result } = await platform.call(admin, backups.list, {});
    expect(result.content.map(({ id }) => id)).toEqual([young.id, old.id]);
    expect(result.restoring).toMatchObject({
      backupId: old.id,
      state: 'failed',
      message: 'broken',
    });
    expect(result.totalElements).toBe(2);
    expect((await platform.call(ann, backups.list, {})).code).toBe(403);
    await platform.query('DELETE FROM backup_restoring');
  });

  it('deletes one with its folder, and goes on where that stopped half-way', async () => {
    const { id, dir } = await makeBackup(platform);
    expect((await platform.call(ann, backups.remove, { id })).code).toBe(403);
    expect((await platform.call(admin, backups.remove, { id })).code).toBe(200);
    expect((await platform.call(admin, backups.list, {})).result.totalElements).toBe(0);
    expect((await platform.call(admin, backups.remove, { id })).code).toBe(404);
    // As if the process had died here: the mark is all that is left.
    expect(existsSync(dir)).toBe(true);
    await platform.get(BackupKeeping).prune();
    expect(existsSync(dir)).toBe(false);
    expect(await platform.query('SELECT FROM backup')).toEqual([]);
  });

  it('does not delete what is being taken or restored', async () => {
    const { id } = await makeBackup(platform);
    await platform.query(`INSERT INTO backup_restoring (backup_id) VALUES ($1)`, [id]);
    expect((await platform.call(admin, backups.remove, { id })).result).toMatchObject({
      error: 'BACKUP_IN_USE',
    });
    await platform.query('DELETE FROM backup_restoring');
    await platform.query(`UPDATE backup SET state = 'running'`);
    expect((await platform.call(admin, backups.remove, { id })).code).toBe(409);
  });
});

describe('the export', () => {
  const asAdmin = (): Record<string, string> => ({ Authorization: admin.token });

  it('goes on from where a download broke, and starts over when the backup is another one', async () => {
    const { id } = await makeBackup(platform, { files: { 'home/中文': randomBytes(300_000) } });
    const whole = await fetchExport(`id=${id}`, asAdmin());
    const data = await bytesOf(whole);
    expect(whole.status).toBe(200);
    expect(Number(whole.headers.get('Content-Length'))).toBe(data.length);
    const etag = whole.headers.get('ETag') ?? '';
    const rest = await fetchExport(`id=${id}`, {
      ...asAdmin(),
      Range: 'bytes=150000-',
      'If-Range': etag,
    });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('Content-Range')).toBe(
      `bytes 150000-${data.length - 1}/${data.length}`,
    );
    expect((await bytesOf(rest)).equals(data.subarray(150_000))).toBe(true);
    const other = await fetchExport(`id=${id}`, {
      ...asAdmin(),
      Range: 'bytes=150000-',
      'If-Range': '"other"',
    });
    expect(other.status).toBe(200);
    expect((await bytesOf(other)).equals(data)).toBe(true);
    const beyond = await fetchExport(`id=${id}`, { ...asAdmin(), Range: `bytes=${data.length}-` });
    expect(beyond.status).toBe(416);
  });

  it('is for those who manage the platform', async () => {
    const { id } = await makeBackup(platform);
    expect((await fetchExport(`id=${id}`, { Authorization: ann.token })).status).toBe(403);
    expect((await fetchExport(`id=${id}`)).status).toBe(401);
    expect((await platform.call(ann, backupStores.exportTicket, { id })).code).toBe(403);
    expect((await fetchExport(`id=${randomUUID()}`, asAdmin())).status).toBe(404);
  });

  it('is fetched in pieces by one ticket, until the right to it ends', async () => {
    const leaving = await platform.addUser('leaving', ['/systemeManagement']);
    const { id } = await makeBackup(platform, { files: { large: randomBytes(8_000_000) } });
    const { result: ticket } = await platform.call(leaving, backupStores.exportTicket, { id });
    const byTicket = (headers = {}): Promise<Response> =>
      fetchExport(`ticket=${ticket}`, headers, '/backup/fetch');
    const data = await bytesOf(await byTicket());
    const rest = await byTicket({ Range: 'bytes=7000000-' });
    expect((await bytesOf(rest)).equals(data.subarray(7_000_000))).toBe(true);
    // One that is under way breaks off, and none begins any more.
    const running = await byTicket();
    await platform.query('DELETE FROM user_role WHERE user_id = $1', [leaving.id]);
    await platform.get(RunningWork).recheck();
    await expect(running.arrayBuffer()).rejects.toThrow();
    expect((await byTicket()).status).toBe(404);
    await platform.query('DELETE FROM user_session WHERE user_id = $1', [leaving.id]);
    expect((await byTicket()).status).toBe(404);
  });

  it('without an id takes a backup of the database, and says why there is none', async () => {
    const request = jest.spyOn(platform.get(BackupRequests), 'request');
    request.mockImplementation(async (kind, withFiles) => {
      const { id } = await makeBackup(platform, { kind });
      expect(withFiles).toBe(false);
      return { id } as Awaited<ReturnType<BackupRequests['request']>>;
    });
    const taken = await fetchExport('', asAdmin());
    expect(taken.status).toBe(200);
    const data = await bytesOf(taken);
    // The same one goes on: no second one is taken for it.
    const rest = await fetchExport('', { ...asAdmin(), Range: 'bytes=512-' });
    expect((await bytesOf(rest)).equals(data.subarray(512))).toBe(true);
    expect(request).toHaveBeenCalledTimes(1);
    request.mockImplementation(async (kind) => {
      const made = await makeBackup(platform, { kind });
      await platform.query(
        `UPDATE backup SET state = 'failed', message = '{"cn":"满","en":"The disk is full."}' WHERE id = $1`,
        [made.id],
      );
      return { id: made.id } as Awaited<ReturnType<BackupRequests['request']>>;
    });
    const failed = await fetchExport('', asAdmin());
    expect(failed.status).toBe(503);
    expect(await failed.text()).toContain('disk is full');
    request.mockRestore();
  });
});

it('the recovery kit names what is set, never its value', async () => {
  const { result } = await platform.call(admin, backupStores.recoveryKit, {});
  expect(result.variables).toContain('ADMIN_PASSWORD');
  expect(JSON.stringify(result)).not.toContain('admin-pass-1');
  const [stored] = await platform.query(
    `SELECT value FROM setting WHERE key = 'operations.installationId'`,
  );
  expect(result.installationId).toEqual(stored?.['value']);
  expect((await platform.call(ann, backupStores.recoveryKit, {})).code).toBe(403);
});
