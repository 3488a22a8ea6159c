import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endpoints, startScheduledBackup, type BackupKind } from '@clusterdesk/contracts';
import { makeBackup } from '@clusterdesk/tests/server/made-backup.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { BackupKeeping } from '../backup-keeping.tasks.js';
import { BackupRequests } from '../backup-requests.service.js';

const { backups, backupStores } = endpoints;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

let platform: SpecPlatform;
let admin: SpecUser;
let ann: SpecUser;
let keeping: BackupKeeping;
let request: jest.SpiedFunction<BackupRequests['request']>;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    environment: { TIME_ZONE: 'Asia/Shanghai' },
  });
  admin = await platform.addUser('manager', ['/systemeManagement']);
  ann = await platform.addUser('ann');
  keeping = platform.get(BackupKeeping);
  request = jest.spyOn(platform.get(BackupRequests), 'request');
});
afterAll(() => platform.stop());
beforeEach(async () => {
  await platform.query('DELETE FROM backup');
  request.mockReset();
  request.mockImplementation(async (kind: BackupKind) => {
    const { id } = await makeBackup(platform, { kind });
    return { id } as Awaited<ReturnType<BackupRequests['request']>>;
  });
});

/** As if the platform had not looked for so long. */
const awaySince = (interval: string): Promise<unknown> =>
  platform.query(`UPDATE backup_schedule SET done_until = now() - $1::interval`, [interval]);

describe('the plan', () => {
  it('says when the next backup is taken, in the zone of the platform', async () => {
    const { result } = await platform.call(admin, backupStores.savePlan, {
      isOn: true,
      time: '02:30',
      weekdays: everyDay,
    });
    const [row] = await platform.query(
      `SELECT to_char(min(at), 'YYYY-MM-DD HH24:MI:SS') AS at FROM (SELECT day + time '02:30' AS at
         FROM generate_series(0, 1) AS shift, LATERAL (SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date + shift AS day) AS days) AS times
       WHERE at > now() AT TIME ZONE 'Asia/Shanghai'`,
    );
    expect(result).toMatchObject({
      nextTime: row?.['at'],
      timeZone: 'Asia/Shanghai',
      keepDays: 30,
    });
    // One field alone leaves the others.
    const { result: off } = await platform.call(admin, backupStores.savePlan, { isOn: false });
    expect(off).toMatchObject({ nextTime: null, time: '02:30' });
    expect((await platform.call(ann, backupStores.plan, {})).code).toBe(403);
    expect((await platform.call(ann, backupStores.savePlan, { isOn: true })).code).toBe(403);
  });

  it('makes up for missed backups once, and not for those of before it was set', async () => {
    await awaySince('3 days');
    await platform.call(admin, backupStores.savePlan, { isOn: true, weekdays: everyDay });
    await keeping.start();
    expect(request).not.toHaveBeenCalled();
    await awaySince('3 days');
    await keeping.start();
    await keeping.start();
    expect(request.mock.calls).toEqual([['scheduled', true, null]]);
    // A worker that died before it noted what it had begun.
    await awaySince('1 day');
    await keeping.start();
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('waits while another backup is under way', async () => {
    await awaySince('2 days');
    request.mockRejectedValueOnce(new DomainError('BACKUP_UNDER_WAY', 409, { cn: '', en: '' }));
    await keeping.start();
    await keeping.start();
    expect(request).toHaveBeenCalledTimes(2);
    await keeping.start();
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('begins when its time has come, as soon as nothing refuses it', async () => {
    const isDue = async (): Promise<boolean> =>
      (await platform.get(DueWork).listDue()).includes(startScheduledBackup);
    await platform.call(admin, backupStores.savePlan, { isOn: true, weekdays: everyDay });
    expect(await isDue()).toBe(false);
    await awaySince('1 day');
    expect(await isDue()).toBe(true);
    const { id } = await makeBackup(platform);
    for (const state of ['waiting', 'running']) {
      await platform.query('UPDATE backup SET state = $2 WHERE id = $1', [id, state]);
      expect(await isDue()).toBe(false);
    }
    await platform.query(`UPDATE backup SET state = 'failed'`);
    await platform.query('INSERT INTO backup_restoring (backup_id) VALUES ($1)', [id]);
    expect(await isDue()).toBe(false);
    await platform.query('DELETE FROM backup_restoring');
    expect(await isDue()).toBe(true);
    await keeping.start();
    await platform.query('DELETE FROM backup');
    expect(await isDue()).toBe(false);
    await awaySince('1 day');
    await platform.call(admin, backupStores.savePlan, { isOn: false });
    await awaySince('1 day');
    expect(await isDue()).toBe(false);
  });

  it('does nothing on other days of the week, or while it is off', async () => {
    const [row] = await platform.query(
      `SELECT extract(dow FROM now() AT TIME ZONE 'Asia/Shanghai')::integer AS today`,
    );
    const tomorrow = (Number(row?.['today']) + 1) % 7;
    await platform.call(admin, backupStores.savePlan, { isOn: true, weekdays: [tomorrow] });
    await awaySince('5 days');
    await keeping.start();
    await platform.call(admin, backupStores.savePlan, { isOn: false, weekdays: everyDay });
    await awaySince('5 days');
    await keeping.start();
    expect(request).not.toHaveBeenCalled();
  });

  it('tells those who manage the platform once of one that failed', async () => {
    const { id } = await makeBackup(platform, { kind: 'scheduled' });
    await platform.query(
      `UPDATE backup SET state = 'failed', message = '{"cn":"满","en":"full"}' WHERE id = $1`,
      [id],
    );
    await keeping.start();
    await keeping.start();
    const told = await platform.query(
      `SELECT user_name, payload FROM notification JOIN user_account ON user_account.id = user_id WHERE kind = 'backups.failed'`,
    );
    expect(told.map(({ user_name }) => user_name).sort()).toEqual(['admin', 'manager']);
    expect(told[0]?.['payload']).toMatchObject({ what: 'backup', reason: { en: 'full' } });
  });
});

it('keeps the newest scheduled ones whatever their age, and all that a person asked for', async () => {
  await platform.call(admin, backupStores.savePlan, { keepAtLeast: 2, keepDays: 10 });
  const made: Record<string, [BackupKind, number]> = {
    young: ['scheduled', 5],
    second: ['scheduled', 20],
    third: ['scheduled', 21],
    manual: ['manual', 400],
    imported: ['imported', 400],
    safe: ['safety', 29],
    over: ['safety', 31],
    restored: ['safety', 32],
  };
  const ids = new Map<string, string>();
  for (const [name, [kind, ageDays]] of Object.entries(made)) {
    ids.set((await makeBackup(platform, { kind, ageDays })).id, name);
  }
  const inUse = [...ids].find(([, name]) => name === 'restored')?.[0];
  await platform.query('INSERT INTO backup_restoring (backup_id) VALUES ($1)', [inUse]);
  await keeping.prune();
  const { result } = await platform.call(admin, backups.list, {});
  expect(result.content.map(({ id }) => ids.get(id)).sort()).toEqual(
    ['young', 'second', 'manual', 'imported', 'safe', 'restored'].sort(),
  );
  await platform.query('DELETE FROM backup_restoring');
});
