import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { carryBackups, endpoints } from '@clusterdesk/contracts';
import { makeBackup } from '@clusterdesk/tests/server/made-backup.js';
import { S3StandIn } from '@clusterdesk/tests/server/s3-stand-in.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { ArchiveCheck } from '../archive/archive-check.service.js';
import { BackupKeeping } from '../backup-keeping.tasks.js';
import { BackupSender } from './backup-sender.service.js';

const { backups, backupStores } = endpoints;

let platform: SpecPlatform;
let admin: SpecUser;
let ann: SpecUser;
let store: S3StandIn;
let keeping: BackupKeeping;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  admin = await platform.addUser('manager', ['/systemeManagement']);
  ann = await platform.addUser('ann');
  store = await S3StandIn.start('the-key');
  keeping = platform.get(BackupKeeping);
});
afterAll(async () => {
  await store.stop();
  await platform.stop();
});
beforeEach(async () => {
  await platform.query('DELETE FROM backup');
  store.objects.clear();
  store.refusesWith = null;
  await platform.call(admin, backupStores.saveStore, fields());
});

const fields = () => ({
  endpoint: store.endpoint,
  bucket: 'copies',
  prefix: 'lab/',
  accessKeyId: 'the-key',
  secret: 'the-secret',
});
const never = new AbortController().signal;
const rowOf = async (id: string): Promise<Record<string, unknown> | undefined> =>
  (await platform.query('SELECT * FROM backup WHERE id = $1', [id]))[0];

describe('the store', () => {
  it('is tested before it is saved, and its secret is never shown', async () => {
    await platform.call(admin, backupStores.removeStore, {});
    const { secret, ...without } = fields();
    expect((await platform.call(admin, backupStores.saveStore, without)).result).toMatchObject({
      error: 'BACKUP_STORE_INCOMPLETE',
    });
    expect((await platform.call(admin, backupStores.testStore, fields())).code).toBe(200);
    expect(store.objects.size).toBe(0);
    const wrong = { ...fields(), accessKeyId: 'another' };
    expect((await platform.call(admin, backupStores.testStore, wrong)).message).toContain(
      'InvalidAccessKeyId',
    );
    const away = { ...fields(), endpoint: 'http://127.0.0.1:1' };
    expect((await platform.call(admin, backupStores.testStore, away)).result).toMatchObject({
      error: 'BACKUP_STORE_AWAY',
    });
    expect((await platform.call(admin, backupStores.store, {})).result).toBeNull();
    await platform.call(admin, backupStores.saveStore, fields());
    const { result } = await platform.call(admin, backupStores.store, {});
    expect(result).toMatchObject({ bucket: 'copies', copiesManual: false });
    const log = await platform.query('SELECT details FROM audit_log');
    expect(JSON.stringify([result, log])).not.toContain(secret);
  });

  it('takes http and https only, and is for those who manage the platform', async () => {
    const file = { ...fields(), endpoint: 'file:///etc' };
    expect((await platform.call(admin, backupStores.testStore, file)).code).toBe(400);
    const calls = [
      platform.call(ann, backupStores.store, {}),
      platform.call(ann, backupStores.saveStore, fields()),
      platform.call(ann, backupStores.testStore, fields()),
      platform.call(ann, backupStores.removeStore, {}),
      platform.call(ann, backupStores.bringBack, { id: ann.id }),
    ];
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe('the copy of a backup', () => {
  it('is what the export is, in parts, and goes with the backup', async () => {
    const large = { 'home/large': randomBytes(17 * 1024 ** 2) };
    const { id } = await makeBackup(platform, { kind: 'scheduled', files: large });
    await makeBackup(platform, { kind: 'manual' });
    const parts: number[] = [];
    store.onPart = (_, part) => void parts.push(part);
    await keeping.carry(never);
    expect(parts).toEqual([1, 2]);
    const response = await fetch(`${platform.baseUrl}/api/backup/export?id=${id}`, {
      headers: { Authorization: admin.token },
    });
    const exported = Buffer.from(await response.arrayBuffer());
    expect([...store.objects.keys()]).toEqual([`lab/${id}.tar`]);
    expect(store.objects.get(`lab/${id}.tar`)?.equals(exported)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ is_stored: true, phase: null, upload_id: null });
    await platform.call(admin, backups.remove, { id });
    await keeping.prune();
    expect(store.objects.size).toBe(0);
    expect(await rowOf(id)).toBeUndefined();
  });

  it('begins anew after the worker was killed, and leaves no parts behind', async () => {
    const { id } = await makeBackup(platform, { kind: 'scheduled' });
    const killed = new AbortController();
    let left = '';
    store.onPart = (uploadId) => {
      left = uploadId;
      killed.abort();
    };
    // Its own abort does not get through, either.
    await platform.get(BackupSender).sendAll(killed.signal);
    await platform.query(`UPDATE backup SET upload_id = $1`, [left]);
    store.onPart = () => undefined;
    await keeping.carry(never);
    expect(store.aborted).toContain(left);
    expect(store.uploads.size).toBe(0);
    expect(await rowOf(id)).toMatchObject({ is_stored: true });
  });

  it('is tried again later, and told of when it fails again and again', async () => {
    const { id } = await makeBackup(platform, { kind: 'scheduled' });
    store.refusesWith = 503;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await keeping.carry(never);
      expect(await rowOf(id)).toMatchObject({ send_attempts: attempt, is_stored: false });
      // Not before its time.
      await keeping.carry(never);
      expect(await rowOf(id)).toMatchObject({ send_attempts: attempt });
      await platform.query(`UPDATE backup SET send_due_at = now()`);
    }
    const { result } = await platform.call(admin, backups.list, {});
    expect(result.content[0]).toMatchObject({ state: 'done', isStored: false });
    expect(result.content[0]?.message).toContain('503');
    const told = await platform.query(
      `SELECT payload FROM notification WHERE kind = 'backups.failed' AND payload->>'what' = 'copy'`,
    );
    expect(told).toHaveLength(2);
    store.refusesWith = null;
    await keeping.carry(never);
    expect(await rowOf(id)).toMatchObject({ is_stored: true, message: null });
  });

  it('is due as soon as there is one to make, and not while the store was away lately', async () => {
    const isDue = async (): Promise<boolean> =>
      (await platform.get(DueWork).listDue()).includes(carryBackups);
    await makeBackup(platform, { kind: 'manual' });
    expect(await isDue()).toBe(false);
    await platform.call(admin, backupStores.saveStore, { copiesManual: true });
    expect(await isDue()).toBe(true);
    await platform.query('DELETE FROM backup');
    await platform.call(admin, backupStores.saveStore, { copiesManual: false });
    const { id } = await makeBackup(platform, { kind: 'scheduled' });
    expect(await isDue()).toBe(true);
    for (const change of ['is_here = false', `state = 'failed'`, 'removed_at = now()']) {
      await platform.query(`UPDATE backup SET ${change} WHERE id = $1`, [id]);
      expect(await isDue()).toBe(false);
      await platform.query(`UPDATE backup SET is_here = true, state = 'done', removed_at = NULL`);
    }
    store.refusesWith = 503;
    await keeping.carry(never);
    expect(await isDue()).toBe(false);
    await platform.query(`UPDATE backup SET send_due_at = now()`);
    expect(await isDue()).toBe(true);
    await platform.call(admin, backupStores.removeStore, {});
    expect(await isDue()).toBe(false);
    await platform.call(admin, backupStores.saveStore, fields());
    store.refusesWith = null;
    await keeping.carry(never);
    expect(await isDue()).toBe(false);
    await platform.query('UPDATE backup SET is_here = false, fetch_asked_at = now()');
    expect(await isDue()).toBe(true);
  });

  it('of manual ones is made where the store says so', async () => {
    const { id } = await makeBackup(platform);
    await platform.call(admin, backupStores.saveStore, { copiesManual: true });
    await keeping.carry(never);
    expect(await rowOf(id)).toMatchObject({ is_stored: true });
  });

  it('is brought back when the folder is gone, once it was checked', async () => {
    const data = randomBytes(100_000);
    const none = Buffer.alloc(0);
    const { id, dir } = await makeBackup(platform, {
      kind: 'scheduled',
      files: {
        ...{ 'home/': none, 'home/a/': none, 'home/a/link': '中', 'home/a/中': data },
        'home/empty/': none,
      },
    });
    const list = await readFile(join(dir, 'files.jsonl.gz'));
    await keeping.carry(never);
    expect((await platform.call(admin, backupStores.bringBack, { id })).code).toBe(404);
    await rm(dir, { recursive: true });
    await platform.query('UPDATE backup SET is_here = false');
    const check = jest.spyOn(platform.get(ArchiveCheck), 'check');
    check.mockRejectedValueOnce(new Error('damaged'));
    expect((await platform.call(admin, backupStores.bringBack, { id })).code).toBe(200);
    await keeping.carry(never);
    expect(await rowOf(id)).toMatchObject({ is_here: false, fetch_asked_at: null });
    expect(existsSync(dir)).toBe(false);
    check.mockResolvedValueOnce(undefined as never);
    await platform.call(admin, backupStores.bringBack, { id });
    await keeping.carry(never);
    expect(await rowOf(id)).toMatchObject({ is_here: true, message: null });
    expect((await readFile(join(dir, 'files/home/a/中'))).equals(data)).toBe(true);
    expect(existsSync(join(dir, 'files/home/empty'))).toBe(true);
    // With the links, which are nowhere else.
    expect((await readFile(join(dir, 'files.jsonl.gz'))).equals(list)).toBe(true);
    check.mockRestore();
  });
});
