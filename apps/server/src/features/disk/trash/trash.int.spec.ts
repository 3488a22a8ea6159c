import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Settings } from '../../../platform/settings/settings.service.js';
import { trashDaysSetting } from '../../spaces/trash/trash-days.setting.js';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { UserRemovalSteps } from '../../users/leaving/user-removal-steps.service.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { DiskSpaceProvider } from '../disk-space-provider.service.js';
import { TrashExpiry } from '../../spaces/trash/trash-expiry.service.js';
import { TrashPurge } from '../../spaces/trash/trash-purge.service.js';

const { disk, trash } = endpoints;
const noSignal = new AbortController().signal;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
});

afterAll(() => platform.close());

const trashOf = (user: SpecUser): string =>
  join(platform.config.filesDir, '.trash/disk', user.name);

beforeEach(async () => {
  for (const user of [ann, bob]) {
    for (const folder of [user.home, trashOf(user)]) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    }
  }
  await platform.query('DELETE FROM disk_account');
});

async function drop(user: SpecUser, name: string, text = 'text'): Promise<string> {
  await writeFile(join(user.home, name), text);
  await platform.call(user, disk.remove, { paths: [`/${name}`] });
  return (await platform.call(user, trash.list, { size: 1 })).result.data[0]?.id ?? '';
}

/** Makes an entry look as if it was deleted so many days ago. */
async function age(user: SpecUser, id: string, days: number): Promise<void> {
  const file = join(trashOf(user), `${id}.json`);
  const record = JSON.parse(await readFile(file, 'utf8')) as object;
  const deletedAt = new Date(Date.now() - days * 86_400_000).toISOString();
  await writeFile(file, JSON.stringify({ ...record, deletedAt }));
}

/** What the worker does after a purge. */
async function free(user: SpecUser): Promise<void> {
  await platform.get(TrashPurge).run({ space: 'disk', name: user.name }, noSignal);
}

/** The events of a user's windows while something is done. */
async function eventsOf(user: SpecUser, act: () => Promise<unknown>): Promise<string[]> {
  const realtime = platform.get(Realtime);
  const heard: string[] = [];
  const publish: Realtime['publish'] = realtime.publish.bind(realtime);
  realtime.publish = (event, to, ...payload) => {
    if ([to].flat().includes(audience.user(user.id))) {
      heard.push([event, ...payload.map((part) => JSON.stringify(part))].join(' '));
    }
    publish(event, to, ...payload);
  };
  try {
    await act();
  } finally {
    realtime.publish = publish;
  }
  return heard.sort();
}

describe('the trash', () => {
  it('says what lies there until when, and gives it back', async () => {
    const id = await drop(ann, '报告.txt', '1234');
    const { data, total } = (await platform.call(ann, trash.list, {})).result;
    expect(total).toBe(1);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(data).toEqual([
      {
        id,
        name: '报告.txt',
        path: '/报告.txt',
        directory: false,
        size: 4,
        deletedAt: time,
        expiresAt: time,
      },
    ]);
    const [item] = data;
    const keptMs = Date.parse(item?.expiresAt ?? '') - Date.parse(item?.deletedAt ?? '');
    expect(keptMs).toBe(30 * 86_400_000);
    const events = await eventsOf(ann, async () => {
      const restored = await platform.call(ann, trash.restore, { ids: [id] });
      expect(restored.result).toEqual([{ id, path: '/报告.txt' }]);
    });
    expect(events).toEqual([
      'filesChanged {"space":"disk","dir":"/"}',
      'trashChanged {"space":"disk"}',
    ]);
  });

  it('does what it can and says what it could not', async () => {
    const unknown = randomUUID();
    const ids = [await drop(ann, 'a'), unknown, await drop(ann, 'b')];
    expect(await platform.call(ann, trash.restore, { ids })).toMatchObject({
      code: 404,
      result: { error: 'TRASH_PARTLY_DONE', details: { failed: [unknown] } },
    });
    expect(await readdir(ann.home)).toEqual(['a', 'b']);
  });

  it('purges chosen entries, and all', async () => {
    const kept = await drop(ann, 'kept');
    const events = await eventsOf(ann, async () => {
      await platform.call(ann, trash.purge, { ids: [await drop(ann, 'gone')] });
    });
    expect(events.filter((event) => event.startsWith('trashChanged'))).toHaveLength(2);
    expect((await platform.call(ann, trash.list, {})).result.data.map(({ id }) => id)).toEqual([
      kept,
    ]);
    expect((await platform.call(ann, trash.empty, {})).success).toBe(true);
    expect((await platform.call(ann, trash.list, {})).result.total).toBe(0);
    const freed = await eventsOf(ann, () => free(ann));
    expect(freed).toEqual(['trashChanged {"space":"disk"}']);
    expect(await readdir(trashOf(ann))).toEqual([]);
  });

  it('of somebody else is out of reach, by id or by path', async () => {
    const id = await drop(ann, 'private');
    for (const ids of [[id], [`../ann/${id}`], ['..'], [`${id}.json`], ['%2e%2e/ann']]) {
      for (const call of [trash.restore, trash.purge]) {
        expect((await platform.call(bob, call, { ids })).code).toBe(404);
      }
    }
    await platform.call(bob, trash.empty, {});
    expect((await platform.call(bob, trash.list, {})).result.total).toBe(0);
    expect((await platform.call(ann, trash.list, {})).result.total).toBe(1);
  });
});

describe('expiry', () => {
  it('removes what is older than the setting says, and tells the user', async () => {
    const [old, young] = [await drop(ann, 'old'), await drop(ann, 'young')];
    await age(ann, old, 31);
    await age(ann, young, 29);
    const expiry = platform.get(TrashExpiry);
    await expiry.run(noSignal);
    expect(await eventsOf(ann, () => free(ann))).toEqual(['trashChanged {"space":"disk"}']);
    expect(await readdir(trashOf(ann))).toEqual([young, `${young}.json`]);
    const left = (await platform.call(ann, trash.list, {})).result.data.map(({ name }) => name);
    expect(left).toEqual(['young']);
    await platform.get(Settings).set(trashDaysSetting, 7);
    try {
      await expiry.run(noSignal);
      expect((await platform.call(ann, trash.list, {})).result.total).toBe(0);
    } finally {
      await platform.get(Settings).set(trashDaysSetting, 30);
    }
  });

  it('removes the folders of deleted users, and not before', async () => {
    await platform.get(DiskSpaceProvider).openHome('leaver');
    await writeFile(join(platform.config.filesDir, 'home/leaver/f'), 'x');
    for (const step of platform.get(UserRemovalSteps).list()) {
      await step.run({ userId: randomUUID(), userName: 'leaver', homeKey: 'leaver' }, noSignal);
    }
    await platform.get(TrashExpiry).run(noSignal);
    const then = String(Date.now() - 31 * 86_400_000);
    const retired = Object.entries({ home: 'home/.retired', trash: '.trash/disk/.retired' });
    for (const [kind, path] of retired) {
      const dir = join(platform.config.filesDir, path);
      const [name = '', ...more] = await readdir(dir);
      expect([name.replace(/\d{10,}/, 'then'), ...more]).toEqual([`leaver.then.${kind}`]);
      await rename(join(dir, name), join(dir, name.replace(/\d{10,}/, then)));
    }
    await platform.get(TrashExpiry).run(noSignal);
    for (const [, path] of retired) {
      expect(await readdir(join(platform.config.filesDir, path))).toEqual([]);
    }
  });

  it('stops when the worker is told to', async () => {
    await age(ann, await drop(ann, 'old'), 31);
    await platform.get(TrashExpiry).run(AbortSignal.abort());
    expect((await platform.call(ann, trash.list, {})).result.total).toBe(1);
  });
});
