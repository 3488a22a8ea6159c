import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { DiskSpaceProvider } from '../disk-space-provider.service.js';
import type { SpaceQuota } from '../../spaces/space.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { SpaceMeasuring } from '../../spaces/usage/space-measuring.service.js';
import { TrashPurge } from '../../spaces/trash/trash-purge.service.js';

const { disk, trash } = endpoints;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;
let keeper: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { files: { firstMeasuringMs: 0 } },
  });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
  keeper = await platform.addUser('keeper', ['/userList', '/myDoc']);
});

afterAll(() => platform.close());

beforeEach(async () => {
  await rm(ann.home, { recursive: true, force: true });
  await mkdir(ann.home, { recursive: true });
  await platform.query('DELETE FROM disk_account');
});

describe('quota', () => {
  it('counts files and trash, and says what is free', async () => {
    await writeFile(join(ann.home, 'f'), 'x'.repeat(1000));
    await measure(ann);
    expect((await platform.call(ann, disk.usage, {})).result).toMatchObject({
      quotaBytes: null,
      usedBytes: 1000,
      freeBytes: null,
    });
    await writeFile(join(ann.home, 'g'), 'x'.repeat(500));
    await platform.call(ann, disk.remove, { paths: ['/g'] });
    const [{ id = '' } = {}] = (await platform.call(ann, trash.list, {})).result.data;
    await measure(ann);
    const set = await platform.call(keeper, disk.setQuota, { userId: ann.id, quotaBytes: 5000 });
    const { usedBytes, trashBytes, freeBytes } = set.result;
    // The trash keeps a small record beside the entry.
    expect(trashBytes).toBeGreaterThanOrEqual(500);
    expect(usedBytes).toBe(1000 + trashBytes);
    expect(freeBytes).toBe(5000 - usedBytes);
    await platform.call(ann, trash.purge, { ids: [id] });
    // Until the worker has freed it, it is still on the disk, and counts.
    expect((await platform.call(ann, disk.usage, {})).result.trashBytes).toBe(trashBytes);
    await platform
      .get(TrashPurge)
      .run({ space: 'disk', name: ann.name }, new AbortController().signal);
    await measure(ann);
    expect((await platform.call(ann, disk.usage, {})).result).toEqual({
      quotaBytes: 5000,
      usedBytes: 1000,
      trashBytes: 0,
      versionBytes: 0,
      freeBytes: 4000,
    });
    const lifted = await platform.call(keeper, disk.setQuota, { userId: ann.id, quotaBytes: null });
    expect(lifted.result).toMatchObject({ quotaBytes: null, freeBytes: null });
  });

  it.each([null, 1_000_000])(
    'of %s: what is used follows what the platform does, without a measuring',
    async (quotaBytes) => {
      await writeFile(join(ann.home, 'there'), 'x'.repeat(10));
      await measure(ann);
      await platform.call(keeper, disk.setQuota, { userId: ann.id, quotaBytes });
      const usedNow = async (): Promise<number> =>
        (await platform.call(ann, disk.usage, {})).result.usedBytes;
      const tus = new SpecTus(platform);
      const url = await tus.begin(ann, { fileName: 'up', dir: '/' }, 500);
      await tus.patch(ann, url, 0, 'x'.repeat(500));
      expect(await usedNow()).toBe(510);
      await platform.call(ann, disk.remove, { paths: ['/up'] });
      expect(await usedNow()).toBe(510);
      const [{ id = '' } = {}] = (await platform.call(ann, trash.list, {})).result.data;
      await platform.call(ann, trash.purge, { ids: [id] });
      await platform
        .get(TrashPurge)
        .run({ space: 'disk', name: ann.name }, new AbortController().signal);
      expect(await usedNow()).toBe(10);
    },
  );

  it('is decided on what is written down, however old: a call never measures', async () => {
    await measure(ann);
    await platform.call(keeper, disk.setQuota, { userId: ann.id, quotaBytes: 5000 });
    await writeFile(join(ann.home, 'by a job'), 'x'.repeat(10_000));
    await platform.query(`UPDATE disk_account SET measured_at = now() - interval '2 hours'`);
    const quota = await quotaOf(ann);
    expect(quota).toMatchObject({ account: `disk:${ann.id}`, limitBytes: 5000 });
    expect(await used(quota)).toBe(0);
    await note(ann, 70);
    expect(await used(quota)).toBe(70);
    await note(ann, -500);
    expect(await used(quota)).toBe(0);
    expect((await platform.call(ann, disk.usage, {})).result.usedBytes).toBe(0);
    await measure(ann);
    expect(await used(quota)).toBe(10_000);
  });

  it('counts what arrives while it is measured', async () => {
    await measure(ann);
    await platform.call(keeper, disk.setQuota, { userId: ann.id, quotaBytes: 5000 });
    await writeFile(join(ann.home, 'f'), 'x'.repeat(100));
    const quota = await quotaOf(ann);
    // Both writings wait for the row, the note first: it comes after the measuring began and before it is written down.
    const runner = platform.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM disk_account WHERE user_id = $1 FOR UPDATE', [ann.id]);
    try {
      const noted = note(ann, 30);
      await waitForLocks(1);
      const measured = measure(ann);
      await waitForLocks(2);
      await runner.commitTransaction();
      await noted;
      await measured;
    } finally {
      await runner.release();
    }
    expect(await used(quota)).toBe(130);
    await measure(ann);
    expect(await used(quota)).toBe(100);
  });

  it('of a large disk is measured in several turns, each going on where the last one stopped', async () => {
    let bytes = 0;
    for (const dir of ['a', 'a/b', 'c', 'd']) {
      await mkdir(join(ann.home, dir), { recursive: true });
      for (const name of ['1', '2', '3']) {
        await writeFile(join(ann.home, dir, name), 'x'.repeat((bytes += 7)));
      }
    }
    const total = Array.from({ length: 12 }, (_, index) => 7 * (index + 1)).reduce((a, b) => a + b);
    let turns = 0;
    do {
      turns += 1;
      await platform
        .get(SpaceMeasuring)
        .run({ space: 'disk', spaceId: ann.id }, new AbortController().signal, 0);
    } while (
      (await platform.query('SELECT 1 FROM disk_account WHERE measuring IS NOT NULL')).length
    );
    expect(turns).toBeGreaterThan(5);
    expect((await platform.call(ann, disk.usage, {})).result.usedBytes).toBe(total);
  });

  it('below what is there leaves nothing free, and what is there', async () => {
    await writeFile(join(ann.home, 'f'), 'x'.repeat(100));
    await measure(ann);
    const set = await platform.call(keeper, disk.setQuota, { userId: ann.id, quotaBytes: 10 });
    expect(set.result).toMatchObject({ usedBytes: 100, freeBytes: 0 });
    expect(await readdir(ann.home)).toEqual(['f']);
  });

  it('is set only by those who manage users, for users that exist', async () => {
    const input = { userId: ann.id, quotaBytes: 1 };
    expect((await platform.call(ann, disk.setQuota, input)).code).toBe(403);
    expect((await platform.call(ann, disk.userUsage, { userId: bob.id })).code).toBe(403);
    for (const userId of ['x', '00000000-0000-4000-8000-000000000000', "' OR 1=1 --"]) {
      expect((await platform.call(keeper, disk.setQuota, { userId, quotaBytes: 1 })).code).toBe(
        404,
      );
      expect((await platform.call(keeper, disk.userUsage, { userId })).code).toBe(404);
    }
    for (const quotaBytes of [-1, 1.5, 2 ** 60]) {
      const refused = await platform.call(keeper, disk.setQuota, { userId: ann.id, quotaBytes });
      expect(refused.code).toBe(400);
    }
    expect((await platform.call(ann, disk.usage, {})).result.quotaBytes).toBeNull();
  });

  it('of somebody who holds more is not for those who hold less, of oneself it is', async () => {
    const powerful = await platform.addUser('powerful', ['/userList', '/myDoc', '/logManagement']);
    const [admin] = await platform.query(`SELECT id FROM user_account WHERE user_name = 'admin'`);
    const adminId = String(admin?.['id']);
    const set = (userId: string) => platform.call(keeper, disk.setQuota, { userId, quotaBytes: 1 });
    expect(await set(powerful.id)).toMatchObject({
      code: 403,
      result: { error: 'USERS_MORE_THAN_HELD' },
    });
    expect(await set(adminId)).toMatchObject({
      code: 403,
      result: { error: 'USERS_ADMINISTRATORS_ONLY' },
    });
    const ids = [ann.id, powerful.id, adminId];
    const many = await platform.call(keeper, disk.bulkSetQuota, { ids, quotaBytes: 1 });
    expect(many.result.map(({ done }) => done)).toEqual([true, false, false]);
    expect(await platform.query('SELECT user_id FROM disk_account WHERE quota_bytes = 1')).toEqual([
      { user_id: ann.id },
    ]);
    expect(await set(keeper.id)).toMatchObject({ success: true });
  });
});

/** Until so many statements wait for a lock. */
async function waitForLocks(count: number): Promise<void> {
  await waitFor(`${count} waiting statements`, async () => {
    const [row] = await platform.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return row?.['waiting'] === count;
  });
}

const measure = (user: SpecUser): Promise<void> =>
  platform
    .get(SpaceMeasuring)
    .run({ space: 'disk', spaceId: user.id }, new AbortController().signal);

const used = (quota: SpaceQuota | null): Promise<number | undefined> =>
  Promise.resolve(quota?.usedBytes(platform.get(DataSource).manager));

const note = (user: SpecUser, bytes: number): Promise<void> =>
  platform.get(SpaceUsages).note({ space: 'disk', spaceId: user.id }, bytes);

async function quotaOf(user: SpecUser): Promise<SpaceQuota | null> {
  const space = await platform.get(DiskSpaceProvider).open({
    userId: user.id,
    userName: user.name,
    language: 'en',
    isSystemAdministrator: false,
    homeKey: user.name,
    permissions: new Set(['disk.use']),
    canDownload: true,
    mustChangePassword: false,
  });
  return space.quota;
}
