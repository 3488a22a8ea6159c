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
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecShareRows } from '@clusterdesk/tests/features/share-rows-fixture.js';
import { connectConsole, type TestConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { OperationLog } from '../../spaces/operations/operation-log.service.js';

const { copies, disk, shares, trash } = endpoints;
const everything = ['/myDoc', '/myShare', '/receiveShare'];

let platform: SpecPlatform;
let spec: SpecShareRows;
let owner: SpecUser;
let receiver: SpecUser;
let stranger: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecShareRows(platform);
  owner = await platform.addUser('owner', everything);
  receiver = await platform.addUser('receiver', everything);
  stranger = await platform.addUser('stranger', everything);
});

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await spec.clear(owner);
  await mkdir(join(owner.home, 'a/data'), { recursive: true });
  await mkdir(join(owner.home, 'ab'), { recursive: true });
  await mkdir(join(owner.home, 'to'), { recursive: true });
  await writeFile(join(owner.home, 'a/data/file.txt'), 'file');
  await writeFile(join(owner.home, 'ab/other.txt'), 'other');
});

/** Where the entries of a share are, and which of them lie in the trash. */
async function pathsOf(id: string): Promise<string[]> {
  const rows = await platform.query(
    `SELECT path, trash_id AS "trashId" FROM shared_entry WHERE share_id = $1 ORDER BY "position"`,
    [id],
  );
  return rows.map(
    ({ path, trashId }) => `${String(path)}${trashId === null ? '' : ' in the trash'}`,
  );
}

const seen = async (id: string, path = '/'): Promise<string[]> =>
  (await platform.call(receiver, shares.files, { id, path })).result.map((item) => item.path);

const done = async (answer: Promise<{ success: boolean }>): Promise<void> =>
  expect(await answer).toMatchObject({ success: true });

const inTrash = async (): Promise<string[]> =>
  (await platform.call(owner, trash.list, {})).result.data.map(({ id }) => id);

describe('a share', () => {
  it('follows its entries and what they lie in, and nothing that is only called alike', async () => {
    const id = await spec.add(owner, ['/a/data', '/ab', '/a'], { receivers: [receiver] });
    await done(platform.call(owner, disk.rename, { path: '/a', newPath: '/c' }));
    expect(await pathsOf(id)).toEqual(['/c/data', '/ab', '/c']);
    await done(platform.call(owner, disk.rename, { path: '/c/data', newPath: '/c/results' }));
    expect(await pathsOf(id)).toEqual(['/c/results', '/ab', '/c']);
    await done(platform.call(owner, copies.move, { paths: ['/c/results', '/ab'], dir: '/to' }));
    expect(await pathsOf(id)).toEqual(['/to/results', '/to/ab', '/c']);
    expect(await seen(id, '/results')).toEqual(['/results/file.txt']);
  });

  it.each(['%', '_', '\\', "'", '%_', '😀'])(
    'takes %s in a name for nothing but itself',
    async (name) => {
      for (const folder of [name, `${name}x`, 'x', 'xx']) {
        await mkdir(join(owner.home, folder, 'in'), { recursive: true });
      }
      const paths = [`/${name}/in`, `/${name}x/in`, '/x/in', '/xx/in'];
      const id = await spec.add(owner, paths, { receivers: [receiver] });
      await done(platform.call(owner, disk.rename, { path: `/${name}`, newPath: '/moved' }));
      expect(await pathsOf(id)).toEqual(['/moved/in', `/${name}x/in`, '/x/in', '/xx/in']);
      await done(platform.call(owner, disk.remove, { paths: [`/${name}x`] }));
      expect(await pathsOf(id)).toEqual([
        '/moved/in',
        `/${name}x/in in the trash`,
        '/x/in',
        '/xx/in',
      ]);
      await done(platform.call(owner, trash.restore, { ids: await inTrash() }));
      expect(await pathsOf(id)).toEqual(['/moved/in', `/${name}x/in`, '/x/in', '/xx/in']);
    },
  );

  it('follows entries whose paths are longer than what is indexed of them', async () => {
    const long = `/${'长'.repeat(80)}/${'x'.repeat(200)}`;
    await mkdir(join(owner.home, long), { recursive: true });
    await mkdir(join(owner.home, `${long}0`), { recursive: true });
    const id = await spec.add(owner, [long, `${long}0`], { receivers: [receiver] });
    await done(platform.call(owner, disk.rename, { path: long, newPath: '/short' }));
    expect(await pathsOf(id)).toEqual(['/short', `${long}0`]);
  });

  it('has nothing to do with the disks of others', async () => {
    await mkdir(join(stranger.home, 'a'), { recursive: true });
    const id = await spec.add(owner, ['/a'], { receivers: [receiver] });
    await done(platform.call(stranger, disk.rename, { path: '/a', newPath: '/b' }));
    await done(platform.call(stranger, disk.remove, { paths: ['/b'] }));
    expect(await pathsOf(id)).toEqual(['/a']);
  });

  it('loses what is deleted, has nothing that takes its name, and gets it back with it', async () => {
    const id = await spec.add(owner, ['/a/data', '/ab'], { receivers: [receiver] });
    await done(platform.call(owner, disk.remove, { paths: ['/a'] }));
    expect(await seen(id)).toEqual(['/ab']);
    await mkdir(join(owner.home, 'a/data'), { recursive: true });
    await writeFile(join(owner.home, 'a/data/private.txt'), 'private');
    expect(await seen(id)).toEqual(['/ab']);
    const inside = { id, path: '/data/private.txt' };
    expect(await platform.call(receiver, shares.getPreviewPath, inside)).toMatchObject({
      code: 404,
    });
    // Moved away and back, too: it is another entry.
    await done(platform.call(owner, disk.rename, { path: '/a', newPath: '/z' }));
    expect(await seen(id)).toEqual(['/ab']);
    await done(platform.call(owner, disk.rename, { path: '/z', newPath: '/a' }));
    await done(platform.call(owner, trash.restore, { ids: await inTrash() }));
    // Its name is taken, so it came back under another one.
    expect(await pathsOf(id)).toEqual(['/a (1)/data', '/ab']);
    expect(await seen(id, '/data')).toEqual(['/data/file.txt']);
  });

  it('has what was moved into its folder, and not what was moved out', async () => {
    const id = await spec.add(owner, ['/a'], { receivers: [receiver] });
    await done(platform.call(owner, copies.move, { paths: ['/ab/other.txt'], dir: '/a' }));
    await done(platform.call(owner, copies.move, { paths: ['/a/data'], dir: '/to' }));
    expect(await seen(id, '/a')).toEqual(['/a/other.txt']);
  });

  it('loses what a move replaced, and not its name to what came', async () => {
    await mkdir(join(owner.home, 'to/ab'));
    const id = await spec.add(owner, ['/to/ab'], { receivers: [receiver] });
    const over = { paths: ['/ab'], dir: '/to', operation: '1' as const };
    await done(platform.call(owner, copies.move, over));
    expect(await pathsOf(id)).toEqual(['/to/ab in the trash']);
    expect(await seen(id)).toEqual([]);
  });

  it('learns of a move whose process died before it told', async () => {
    const id = await spec.add(owner, ['/a/data'], { receivers: [receiver] });
    const log = platform.get(OperationLog);
    const died = jest.spyOn(log, 'finish').mockResolvedValueOnce(undefined);
    await done(platform.call(owner, disk.rename, { path: '/a', newPath: '/c' }));
    died.mockRestore();
    expect(await pathsOf(id)).toEqual(['/a/data']);
    await platform.query('UPDATE space_operation SET due_at = now()');
    await log.sweep(new AbortController().signal);
    expect(await pathsOf(id)).toEqual(['/c/data']);
  });
});

describe('who looks at a share', () => {
  let window: TestConsole;
  let heard: string[];

  beforeEach(async () => {
    heard = [];
    window = await connectConsole(platform.baseUrl, receiver.token);
    window.socket.onAny((event: string, payload: unknown) =>
      heard.push(`${event} ${JSON.stringify(payload)}`),
    );
  });

  afterEach(() => window.close());

  const watch = (console: TestConsole, spaceId: string, dir: string): Promise<unknown> =>
    console.ask('watch', { topic: 'folder', space: 'share', spaceId, dir });

  const hears = (spaceId: string, dir: string): Promise<true> => {
    const event = `filesChanged ${JSON.stringify({ space: 'share', spaceId, dir })}`;
    return waitFor(`${event} among ${heard.join(' | ')}`, () => heard.includes(event));
  };

  const afresh = async (act: Promise<{ success: boolean }>): Promise<void> => {
    heard.length = 0;
    await done(act);
  };

  it('sees what its owner does in the folder, and to the shared entries', async () => {
    const id = await spec.add(owner, ['/a/data', '/ab'], { receivers: [receiver] });
    expect(await watch(window, id, '/')).toBe(true);
    expect(await watch(window, id, '/data')).toBe(true);
    heard.length = 0;
    await platform.upload(owner, Buffer.from('new'), { fileName: 'new.txt', dir: '/a/data' });
    await hears(id, '/data');
    await afresh(platform.call(owner, disk.mkdir, { path: '/a/data/sub' }));
    await hears(id, '/data');
    await afresh(platform.call(owner, disk.remove, { paths: ['/a/data/new.txt'] }));
    await hears(id, '/data');
    await afresh(platform.call(owner, trash.restore, { ids: await inTrash() }));
    await hears(id, '/data');
    await afresh(platform.call(owner, disk.rename, { path: '/ab', newPath: '/abc' }));
    await hears(id, '/');
    // Of what happened above the shared entries they hear by the share itself.
    const isAnother = (): Promise<true> =>
      waitFor('the share to be another one', () =>
        heard.includes(`sharesChanged ${JSON.stringify({ list: 'received', shareId: id })}`),
      );
    await afresh(platform.call(owner, disk.remove, { paths: ['/a'] }));
    await isAnother();
    await afresh(platform.call(owner, trash.restore, { ids: await inTrash() }));
    await isAnother();
  });

  it('hears once of many shares that lie in a folder', async () => {
    for (const path of ['/a/data', '/a', '/a/data']) {
      await spec.add(owner, [path], { receivers: [receiver] });
    }
    await afresh(platform.call(owner, disk.rename, { path: '/a', newPath: '/moved' }));
    const all = `sharesChanged ${JSON.stringify({ list: 'received', shareId: null })}`;
    await waitFor('the shares to be others', () => heard.includes(all));
    await done(platform.call(owner, disk.rename, { path: '/moved', newPath: '/a' }));
    await waitFor('them to be back', () => heard.filter((one) => one === all).length === 2);
    expect(heard.filter((one) => one.startsWith('sharesChanged'))).toEqual([all, all]);
  });

  it('sees that a shared file has other content', async () => {
    const id = await spec.add(owner, ['/ab/other.txt'], { receivers: [receiver] });
    expect(await watch(window, id, '/')).toBe(true);
    const over = { fileName: 'other.txt', dir: '/ab', operation: '1' };
    await platform.upload(owner, Buffer.from('longer than before'), over);
    await hears(id, '/');
    const { result } = await platform.call(receiver, shares.files, { id });
    expect(result).toMatchObject([{ path: '/other.txt', size: 18 }]);
  });

  it('hears of nothing else on the disk', async () => {
    const id = await spec.add(owner, ['/a/data'], { receivers: [receiver] });
    expect(await watch(window, id, '/')).toBe(true);
    expect(await watch(window, id, '/data')).toBe(true);
    heard.length = 0;
    await done(platform.call(owner, disk.mkdir, { path: '/ab/private' }));
    await done(platform.call(owner, disk.mkdir, { path: '/a/data/sub' }));
    await hears(id, '/data');
    expect(heard.join()).not.toContain('ab');
    expect(heard.join()).not.toContain('private');
    expect(heard.join()).not.toContain('"/a');
  });

  it('is nobody who does not have it, and no receiver of a drop box', async () => {
    const id = await spec.add(owner, ['/a/data'], { receivers: [receiver] });
    const box = await spec.add(owner, ['/a/data'], { receivers: [receiver], isDropBox: true });
    const other = await connectConsole(platform.baseUrl, stranger.token);
    try {
      expect(await watch(other, id, '/')).toBe(false);
      expect(await watch(window, box, '/')).toBe(false);
      expect(await watch(window, id, '/../ab')).toBe(false);
      expect(await watch(window, id, '/data/none')).toBe(false);
    } finally {
      other.close();
    }
    await rm(join(owner.home, 'a'), { recursive: true });
    expect(await watch(window, id, '/data')).toBe(false);
  });
});
