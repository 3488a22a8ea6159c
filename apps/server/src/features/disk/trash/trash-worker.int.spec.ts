import { afterAll, beforeAll, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  consoleNamespace,
  endpoints,
  expireTrash,
  purgeTrash,
  type ServerToConsole,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { DiskSpaceProvider } from '../disk-space-provider.service.js';
import { TrashPurge } from '../../spaces/trash/trash-purge.service.js';

const { disk, trash } = endpoints;

let platform: SpecPlatform;
let ann: SpecUser;
let trashDir: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: true,
    timings: { tasks: { dueWorkMs: 200 } },
  });
  ann = await platform.addUser('ann');
  trashDir = join(platform.config.filesDir, '.trash/disk/ann');
  await platform.get(DiskSpaceProvider).openHome('ann');
});

afterAll(() => platform.close());

async function drop(name: string): Promise<string> {
  await writeFile(join(ann.home, name), 'text');
  await platform.call(ann, disk.remove, { paths: [`/${name}`] });
  return (await platform.call(ann, trash.list, { size: 1 })).result.data[0]?.id ?? '';
}

const untilLeft = (names: readonly string[]): Promise<unknown> =>
  waitFor(`only ${names.join()} in the trash`, async () => {
    return (await readdir(trashDir)).sort().join() === [...names].sort().join();
  });

it('the worker frees what was purged, and what was emptied', async () => {
  const kept = await drop('kept');
  await platform.call(ann, trash.purge, { ids: [await drop('purged')] });
  await untilLeft([kept, `${kept}.json`]);
  await platform.call(ann, trash.empty, {});
  await untilLeft([]);
});

it('the worker frees what a task of an older version asks for, with the home key as userName', async () => {
  await (await platform.get(DiskSpaceProvider).openHome('ann')).trash.purge(await drop('earlier'));
  const queue = platform.get(TaskQueue).backend.createQueue(purgeTrash.queue);
  await queue.add(purgeTrash.name, { userName: 'ann' }, {});
  await queue.close();
  await untilLeft([]);
});

it('the expiry job removes what is too old, and frees what a killed process had purged', async () => {
  const [old, young, lost] = [await drop('old'), await drop('young'), await drop('lost')];
  const file = join(trashDir, `${old}.json`);
  const record = JSON.parse(await readFile(file, 'utf8')) as object;
  const deletedAt = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await writeFile(file, JSON.stringify({ ...record, deletedAt }));
  await (await platform.get(DiskSpaceProvider).openHome('ann')).trash.purge(lost);
  await platform.makeDue(expireTrash);
  await untilLeft([young, `${young}.json`]);
  await platform.call(ann, trash.empty, {});
  await untilLeft([]);
});

it('the expiry job removes the folders of users who were deleted long ago', async () => {
  const { filesDir } = platform.config;
  const aside = ['home/.retired', '.trash/disk/.retired'];
  const old = Date.now() - 31 * 86_400_000;
  for (const dir of aside) {
    await mkdir(join(filesDir, dir, `gone.${old}.home`), { recursive: true });
    await mkdir(join(filesDir, dir, `left.${Date.now()}.home`), { recursive: true });
  }
  await platform.makeDue(expireTrash);
  await waitFor('the old ones to be gone', async () => {
    const left = await Promise.all(aside.map((dir) => readdir(join(filesDir, dir))));
    return left.every((names) => names.length === 1 && names[0]?.startsWith('left.'));
  });
});

it('the worker measures what a page shows, soon after a program wrote, and the page is told', async () => {
  const window: Socket<ServerToConsole> = io(platform.baseUrl + consoleNamespace, {
    auth: { token: ann.token },
    transports: ['websocket'],
  });
  try {
    await new Promise<void>((resolve) => window.once('connect', () => resolve()));
    const used = async (): Promise<number> =>
      (await platform.call(ann, disk.usage, {})).result.usedBytes;
    await used();
    const told = new Promise<void>((resolve) =>
      window.on('trashChanged', () => {
        void used().then((bytes) => bytes === 1000 && resolve());
      }),
    );
    await writeFile(join(ann.home, 'by a program'), 'x'.repeat(1000));
    // Once: an event of the folder has the page ask, and then only what it is told of.
    await used();
    await told;
  } finally {
    window.close();
  }
});

it('a turn that is over lets another run finish', async () => {
  await (await platform.get(DiskSpaceProvider).openHome('ann')).trash.purge(await drop('large'));
  await platform
    .get(TrashPurge)
    .run({ space: 'disk', name: 'ann' }, new AbortController().signal, 0);
  await untilLeft([]);
});
