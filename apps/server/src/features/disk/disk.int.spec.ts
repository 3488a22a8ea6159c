import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  consoleNamespace,
  endpoints,
  type EndpointInput,
  type ServerToConsole,
} from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { DiskSpaceProvider } from './disk-space-provider.service.js';

const { disk, trash } = endpoints;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
});

afterAll(() => platform.close());

beforeEach(async () => {
  for (const user of [ann, bob]) {
    await rm(user.home, { recursive: true, force: true });
    await mkdir(user.home, { recursive: true });
  }
});

const put = (user: SpecUser, path: string, text = 'text'): Promise<void> =>
  writeFile(join(user.home, path), text);

describe('the list', () => {
  it('of a new user is empty, and makes the home', async () => {
    const eve = await platform.addUser('eve');
    expect(await platform.call(eve, disk.list, {})).toMatchObject({ success: true, result: [] });
    expect((await stat(eve.home)).mode & 0o777).toBe(0o770 & ~process.umask());
  });

  it('shows what each entry is', async () => {
    await mkdir(join(ann.home, '数据'));
    await put(ann, '数据/结果.TXT', '1234');
    expect((await platform.call(ann, disk.list, {})).result).toEqual([
      expect.objectContaining({
        path: '/数据',
        localPath: '数据',
        directory: true,
        fileType: '',
        size: 0,
      }),
    ]);
    expect((await platform.call(ann, disk.list, { path: '/数据' })).result).toEqual([
      {
        path: '/数据/结果.TXT',
        localPath: '结果.TXT',
        directory: false,
        fileType: 'txt',
        size: 4,
        createDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    ]);
  });

  it('is in natural order, paged and sorted as asked', async () => {
    for (const [name, text] of [
      ['f10', 'x'],
      ['f2', 'xxx'],
      ['f1', 'xx'],
    ] as const) {
      await put(ann, name, text);
    }
    const names = async (
      input: Parameters<typeof platform.call<typeof disk.list>>[2],
    ): Promise<string[]> =>
      (await platform.call(ann, disk.list, input)).result.map((item) => item.localPath);
    expect(await names({})).toEqual(['f1', 'f2', 'f10']);
    expect(await names({ order: 'desc' })).toEqual(['f10', 'f2', 'f1']);
    expect(await names({ sort: 'size' })).toEqual(['f10', 'f1', 'f2']);
    expect(await names({ size: 2, pageNum: 1 })).toEqual(['f10']);
  });
});

describe('a large folder', () => {
  it('is counted, listed in pages, and its folders made in one call', async () => {
    const paths = Array.from({ length: 10_000 }, (_, i) => `/上传/${i % 100}/空 ${i}`);
    expect((await platform.call(ann, disk.mkdirs, { paths })).success).toBe(true);
    expect((await platform.call(ann, disk.mkdirs, { paths })).success).toBe(true);
    const { result } = await platform.call(ann, disk.summary, { path: '/上传' });
    expect(result).toEqual({ total: 100, folders: 100, hidden: 0 });
    expect(await readdir(join(ann.home, '上传/99'))).toHaveLength(100);
    await put(ann, '上传/file', '');
    const last = await platform.call(ann, disk.list, { path: '/上传', size: 50, pageNum: 2 });
    expect(last.result.map((item) => item.localPath)).toEqual(['file']);
    expect((await platform.call(ann, disk.summary, { path: '/上传' })).result.total).toBe(101);
  });

  it('mkdirs makes nothing of a bad list, and follows no link', async () => {
    for (const bad of ['/../bob/x', '/a/../../x', `/${'x'.repeat(256)}`, '/.']) {
      const { code } = await platform.call(ann, disk.mkdirs, { paths: ['/fine', bad] });
      expect(code).toBe(400);
    }
    expect(await readdir(ann.home)).toEqual([]);
    await symlink(bob.home, join(ann.home, 'link'));
    await put(ann, 'file');
    for (const path of ['/link/x', '/file/x', '/file']) {
      expect((await platform.call(ann, disk.mkdirs, { paths: [path] })).code).toBe(409);
    }
    expect(await readdir(bob.home)).toEqual([]);
    expect((await platform.call(ann, disk.mkdirs, { paths: ['/new/a\nb'] })).code).toBe(400);
  });

  it('has no summary behind a link or outside', async () => {
    await symlink(bob.home, join(ann.home, 'link'));
    for (const [path, code] of [
      ['/link', 404],
      ['/none', 404],
      ['/..', 400],
    ] as const) {
      expect((await platform.call(ann, disk.summary, { path })).code).toBe(code);
    }
  });
});

describe('names', () => {
  it.each([
    '中文 名称.txt',
    '😀👩‍👩‍👧.bin',
    'e\u0301 combining',
    'x'.repeat(255),
    '长'.repeat(85),
    '.hidden',
    '...',
    'trailing space ',
    'trailing dot.',
    'CON',
    'NUL.txt',
    '%2e%2e',
    'a\\b:c*?"<>|',
  ])('%j is kept by mkdir, rename, list, find and the trash', async (name) => {
    expect((await platform.call(ann, disk.mkdir, { path: `/${name}` })).result.localPath).toBe(
      name,
    );
    expect(await readdir(ann.home)).toEqual([name]);
    await put(ann, `${name}/f`);
    const moved = { path: `/${name}/f`, newPath: `/${name}/${name}` };
    expect((await platform.call(ann, disk.rename, moved)).result.path).toBe(`/${name}/${name}`);
    const listed = (await platform.call(ann, disk.list, { path: `/${name}` })).result;
    expect(listed.map((item) => item.localPath)).toEqual([name]);
    const found = (await platform.call(ann, disk.find, { key: name.trim() })).result;
    expect(found.map((item) => item.path)).toEqual([`/${name}`, `/${name}/${name}`]);
    await platform.call(ann, disk.remove, { paths: [`/${name}`] });
    const [thrown] = (await platform.call(ann, trash.list, {})).result.data;
    expect(thrown).toMatchObject({ name, path: `/${name}`, directory: true });
    await platform.call(ann, trash.restore, { ids: [thrown?.id ?? ''] });
    expect(await readdir(join(ann.home, name))).toEqual([name]);
  });
});

describe('find', () => {
  it('looks below the folder, and says when it was cut', async () => {
    await mkdir(join(ann.home, 'a'));
    await put(ann, 'a/Needle.txt');
    await put(bob, 'needle of bob');
    const found = await platform.call(ann, disk.find, { key: 'NEEDLE' });
    expect(found.result.map((item) => item.path)).toEqual(['/a/Needle.txt']);
    expect(found.message).toBe('');
    for (let i = 0; i <= 1000; i += 1) {
      await put(ann, `many ${i}`, '');
    }
    const cut = await platform.call(ann, disk.find, { key: 'many' });
    expect(cut.result).toHaveLength(1000);
    expect(cut.message).toContain('cut');
  });
});

describe('search', () => {
  const search = async (input: EndpointInput<typeof disk.search>) =>
    (await platform.call(ann, disk.search, input)).result;

  it('says where it looked and why it stopped, as data', async () => {
    await mkdir(join(ann.home, 'Needles/deep'), { recursive: true });
    await put(ann, 'Needles/deep/needle.txt');
    const everywhere = await search({ key: 'needle' });
    expect(everywhere).toMatchObject({ path: '/', searchedFolders: 3, cutBy: null });
    expect(everywhere.entries.map(({ path, directory }) => [path, directory])).toEqual([
      ['/Needles', true],
      ['/Needles/deep/needle.txt', false],
    ]);
    expect(await search({ key: 'needle', path: '/Needles/deep' })).toMatchObject({
      path: '/Needles/deep',
      searchedFolders: 1,
      entries: [{ path: '/Needles/deep/needle.txt' }],
    });
    await Promise.all(Array.from({ length: 1001 }, (_, index) => put(ann, `many ${index}`, '')));
    const cut = await search({ key: 'many' });
    expect(cut).toMatchObject({ cutBy: 'count' });
    expect(cut.entries).toHaveLength(1000);
  });

  it('can be narrowed to kinds and to when entries were changed', async () => {
    await put(ann, 'old.png');
    await utimes(join(ann.home, 'old.png'), 1_000, 1_000);
    await put(ann, 'new.png');
    await put(ann, 'new.csv');
    const paths = async (input: EndpointInput<typeof disk.search>): Promise<string[]> =>
      (await search(input)).entries.map(({ path }) => path).sort();
    expect(await paths({ kinds: ['image'] })).toEqual(['/new.png', '/old.png']);
    expect(await paths({ kinds: 'image,data', changedFrom: Date.now() - 60_000 })).toEqual([
      '/new.csv',
      '/new.png',
    ]);
    expect(await paths({ key: 'NEW', kinds: 'image', changedTo: 2_000_000 })).toEqual([]);
    expect((await platform.call(ann, disk.search, { kinds: 'nothing' })).code).toBe(400);
    expect((await platform.call(ann, disk.search, { path: '/gone' })).code).toBe(404);
  });
});

describe('mkdir and rename', () => {
  it('make and move, and never replace', async () => {
    expect((await platform.call(ann, disk.mkdir, { path: '/新建文件夹1' })).result.directory).toBe(
      true,
    );
    expect(await platform.call(ann, disk.mkdir, { path: '/新建文件夹1' })).toMatchObject({
      code: 409,
      result: { error: 'FILE_NAME_TAKEN' },
    });
    await put(ann, 'f');
    const moved = await platform.call(ann, disk.rename, { path: '/f', newPath: '/新建文件夹1/g' });
    expect(moved.result.path).toBe('/新建文件夹1/g');
    await put(ann, 'f', 'other');
    const refused = await platform.call(ann, disk.rename, {
      path: '/f',
      newPath: '/新建文件夹1/g',
    });
    expect(refused.code).toBe(409);
    expect(await readFile(join(ann.home, '新建文件夹1/g'), 'utf8')).toBe('text');
  });
});

describe('remove', () => {
  it('moves to the trash of the user and does what it can', async () => {
    await mkdir(join(ann.home, 'd'));
    await put(ann, 'd/f');
    await put(ann, 'g');
    const { success } = await platform.call(ann, disk.remove, { paths: ['/d', '/d/f', '/g'] });
    expect(success).toBe(true);
    expect(await readdir(ann.home)).toEqual([]);
    const trash = join(platform.config.filesDir, '.trash/disk/ann');
    const kept = await readdir(trash, { recursive: true });
    expect(kept.filter((name) => name.endsWith('/d/f'))).toHaveLength(1);
    await put(ann, 'h');
    const partly = await platform.call(ann, disk.remove, { paths: ['/h', '/none'] });
    expect(partly).toMatchObject({
      code: 404,
      result: { error: 'DISK_PARTLY_REMOVED', details: { failed: ['/none'] } },
    });
    expect(await readdir(ann.home)).toEqual([]);
  });

  it('does not take the root, nor follow a link', async () => {
    await put(bob, 'f');
    await symlink(bob.home, join(ann.home, 'link'));
    expect((await platform.call(ann, disk.remove, { paths: ['/'] })).code).toBe(400);
    expect((await platform.call(ann, disk.remove, { paths: ['/link/f'] })).code).toBe(404);
    expect(await readdir(bob.home)).toEqual(['f']);
  });
});

describe('checkSameName', () => {
  it('says whether a name is taken and which one is free', async () => {
    await put(ann, 'a.txt');
    const check = async (fileName: string): Promise<unknown> =>
      (await platform.call(ann, disk.checkSameName, { path: '/', fileName })).result;
    expect(await check('a.txt')).toEqual({ sameName: true, newName: 'a (1).txt' });
    expect(await check('b.txt')).toEqual({ sameName: false, newName: 'b.txt' });
  });
});

describe('the other windows', () => {
  it('of the user hear of each change, and those of others do not', async () => {
    const [own, foreign] = [connect(ann), connect(bob)];
    try {
      await Promise.all(
        [own, foreign].map(
          (socket) => new Promise<void>((resolve) => socket.once('connect', () => resolve())),
        ),
      );
      const heard: string[] = [];
      let overheard = 0;
      own.on('filesChanged', (event) => void heard.push(event.dir));
      foreign.on('filesChanged', () => void (overheard += 1));
      await platform.call(ann, disk.mkdir, { path: '/d' });
      await put(ann, 'f');
      await platform.call(ann, disk.rename, { path: '/f', newPath: '/d/f' });
      await platform.call(ann, disk.remove, { paths: ['/d/f'] });
      const endsAt = Date.now() + 3_000;
      while (heard.length < 4 && Date.now() < endsAt) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      // Events are hints; their order is not promised.
      expect(heard.sort()).toEqual(['/', '/', '/d', '/d']);
      expect(overheard).toBe(0);
    } finally {
      own.close();
      foreign.close();
    }
  });

  function connect(user: SpecUser): Socket<ServerToConsole> {
    return io(platform.baseUrl + consoleNamespace, {
      auth: { token: user.token },
      transports: ['websocket'],
      forceNew: true,
    });
  }
});

it('gives jobs the absolute home', async () => {
  expect(await platform.get(DiskSpaceProvider).homeDir('newcomer')).toBe(
    join(platform.config.filesDir, 'home', 'newcomer'),
  );
  expect((await stat(join(platform.config.filesDir, 'home', 'newcomer'))).isDirectory()).toBe(true);
});
