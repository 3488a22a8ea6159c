import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chown,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fsyncAndIdentify } from './placing/file-placing.js';
import { FileSpace } from './file-space.js';

const secret = 'what no path may show';
/** No path can say it. */
const gbkName = Buffer.from('b2e2', 'hex');
const asRoot = process.geteuid?.() === 0 ? it : it.skip;

let base: string;
let root: string;
let outside: string;
let space: FileSpace;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'file-attack-'));
  root = join(base, 'home');
  outside = join(base, 'outside');
  space = await FileSpace.open({ root, trash: join(base, 'trash') });
  await mkdir(outside);
  await writeFile(join(outside, 'secret'), secret);
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

/** Every operation that takes a path, tried on it. */
function attempts(path: string, { isRemoval = true } = {}): (() => Promise<unknown>)[] {
  return [
    () => space.list(path, { language: 'en' }),
    () => space.stat(path),
    () => space.openRead(path),
    () => space.mkdir(`${path}/made`),
    () => space.makeDirs(`${path}/made`),
    () => space.count(path, 'en'),
    () => space.listHidden(path),
    () => space.identifyHidden(path, gbkName),
    () => space.renameHidden(path, gbkName, 'renamed'),
    () => space.makeManyDirs([`${path}/made`], { onChange: () => undefined }),
    () => space.moveInto('/mine', path, 'overwrite'),
    () => space.moveInto(path, '/', 'overwrite'),
    () => stageTree().then((staged) => space.placeTree(staged, path, 'placed', 'overwrite')),
    () => space.move(path, '/moved'),
    () => space.move('/mine', path),
    ...(isRemoval ? [() => space.toTrash(path)] : []),
    () => space.find('secret', path),
    () => stage().then(([staged, id]) => space.place(staged, id, path, 'placed', 'overwrite')),
  ];
}

async function stage(): Promise<[string, Awaited<ReturnType<typeof fsyncAndIdentify>>]> {
  const staged = join(base, `staged-${Math.random()}`);
  await writeFile(staged, 'mine');
  return [staged, await fsyncAndIdentify(staged)];
}

async function stageTree(): Promise<string> {
  const staged = join(base, `tree-${Math.random()}`);
  await mkdir(staged);
  await writeFile(join(staged, 'f'), 'mine');
  return staged;
}

async function expectNothingHappened(): Promise<void> {
  expect(await readdir(outside)).toEqual(['secret']);
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe(secret);
}

describe('paths', () => {
  it.each([
    '/../outside',
    '/../outside/secret',
    '/a/../../outside',
    '/./a',
    '..',
    '../outside',
    'relative',
    ' /a',
    '/a\0b',
    `/${'x'.repeat(256)}`,
    `/${'长'.repeat(86)}`,
    `/${'x/'.repeat(3000)}`,
  ])('refuses %j', async (path) => {
    await writeFile(join(root, 'mine'), 'mine');
    for (const attempt of attempts(path)) {
      await expect(attempt()).rejects.toMatchObject({ status: 400 });
    }
    await expectNothingHappened();
  });

  it('takes an absolute path as one of the space', async () => {
    await expect(space.openRead(join(outside, 'secret'))).rejects.toMatchObject({ status: 404 });
  });

  it('takes percent-encoding, backslashes and tildes literally', async () => {
    for (const name of ['%2e%2e', '%2e%2e%2foutside', '..\\outside', '~', '...']) {
      await space.mkdir(`/${name}`);
    }
    expect(await readdir(root)).toHaveLength(5);
    await expect(space.openRead('/%2e%2e%2foutside/secret')).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    'a\nb',
    'a\u007fb',
    '\u0001',
    '.',
    '..',
    'x'.repeat(256),
    'half \ud800',
    'bad \ufffd',
    ' ',
    '\u3000',
    '\u200b',
  ])('does not make the name %j', async (name) => {
    await expect(space.mkdir(`/${name}`)).rejects.toMatchObject({ status: 400 });
    const [staged, id] = await stage();
    await expect(space.place(staged, id, '/', name, 'refuse')).rejects.toMatchObject({
      code: 'FILE_INVALID_NAME',
    });
    await expect(space.freeName('/', name)).rejects.toMatchObject({ status: 400 });
  });

  it('can address and remove what a job named badly', async () => {
    await writeFile(join(root, 'a\nb'), '');
    await space.toTrash('/a\nb');
    expect(await readdir(root)).toEqual([]);
  });

  it('does not let a placed name be a path', async () => {
    const [staged, id] = await stage();
    await expect(space.place(staged, id, '/', '../outside/x', 'overwrite')).rejects.toMatchObject({
      code: 'FILE_INVALID_NAME',
    });
    await expectNothingHappened();
  });
});

describe('planted links', () => {
  it('lead nowhere, as the entry or on the way', async () => {
    await writeFile(join(root, 'mine'), 'mine');
    await symlink(outside, join(root, 'dir-link'));
    await symlink(join(outside, 'secret'), join(root, 'file-link'));
    await symlink('../outside', join(root, 'relative-link'));
    for (const link of ['dir-link', 'file-link', 'relative-link']) {
      for (const attempt of attempts(`/${link}`, { isRemoval: false })) {
        await expect(attempt()).rejects.toMatchObject({ status: expect.any(Number) });
      }
    }
    for (const attempt of attempts('/dir-link/secret')) {
      // 409: makeDirs says that something else than a folder has the name.
      await expect(attempt()).rejects.toMatchObject({ status: expect.any(Number) });
    }
    await expectNothingHappened();
  });

  it('and special files go to the trash as what they are, and come back', async () => {
    await symlink(outside, join(root, 'link'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const ids = [await space.toTrash('/link'), await space.toTrash('/pipe')];
    expect(await readdir(root)).toEqual([]);
    await expectNothingHappened();
    await space.restore(ids[0]!.id);
    expect(await readlink(join(root, 'link'))).toBe(outside);
    await space.trash.purge(ids[1]!.id);
    await space.trash.removePurged(new AbortController().signal);
    await expectNothingHappened();
  });

  it('are named by the refusal of what meets them', async () => {
    await symlink(outside, join(root, 'link'));
    await expect(space.stat('/link')).rejects.toMatchObject({ code: 'FILE_SPECIAL', status: 404 });
  });

  it('are not listed, found or walked', async () => {
    await symlink(outside, join(root, 'secret-link'));
    expect(await space.list('/', { language: 'en' })).toEqual([]);
    expect((await space.find('secret')).entries).toEqual([]);
    for await (const entry of space.walk('/')) {
      throw new Error(`walked ${entry.path}`);
    }
  });

  it('are replaced, not followed, by an overwriting upload', async () => {
    await symlink(join(outside, 'secret'), join(root, 'f'));
    const [staged, id] = await stage();
    await space.place(staged, id, '/', 'f', 'overwrite');
    expect(await readFile(join(root, 'f'), 'utf8')).toBe('mine');
    await expectNothingHappened();
  });

  it('do not open a space whose own root is a link', async () => {
    await symlink(outside, join(base, 'fake-home'));
    const fake = await FileSpace.open({
      root: join(base, 'fake-home'),
      trash: join(base, 'trash'),
    });
    await expect(fake.list('/', { language: 'en' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('a race with a link', () => {
  it('is never won', async () => {
    await mkdir(join(root, 'real'));
    await writeFile(join(root, 'real', 'secret'), 'mine');
    const swaps = new Int32Array(new SharedArrayBuffer(4));
    const swapper = new Worker(
      `const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
       const { parentPort, workerData: { root, outside, swaps } } = require('node:worker_threads');
       const [real, aside, planted] = ['real', 'aside', 'planted'].map((name) => root + '/' + name);
       let stop = false; parentPort.on('message', () => { stop = true; });
       const turn = () => {
         for (let i = 0; i < 50; i += 1) {
           symlinkSync(outside, planted);
           renameSync(real, aside);
           renameSync(planted, real);
           unlinkSync(real);
           renameSync(aside, real);
           Atomics.add(swaps, 0, 1);
         }
         if (stop) { parentPort.close(); } else { setImmediate(turn); }
       };
       turn();`,
      { eval: true, workerData: { root, outside, swaps } },
    );
    const ended = new Promise((resolve) => swapper.once('exit', resolve));
    const outcomes = { read: 0, refused: 0 };
    // The race really runs, from both sides; on a busy machine that takes longer.
    const hasRun = (): boolean =>
      Atomics.load(swaps, 0) > 1000 && outcomes.read > 10 && outcomes.refused > 10;
    const [endsAt, latest] = [Date.now() + 4_000, Date.now() + 45_000];
    for (let round = 0; Date.now() < (hasRun() ? endsAt : latest); round += 1) {
      const done = await Promise.allSettled([
        readSecret(),
        space.mkdir(`/real/made-${round}`),
        stage().then(([staged, id]) =>
          space.place(staged, id, '/real', `placed-${round}`, 'overwrite'),
        ),
        space.list('/real', { language: 'en' }).then((entries) => entries.map((e) => e.sizeBytes)),
        space.move(`/real/made-${round - 1}`, `/moved-${round}`),
      ]);
      const [read, , , listed] = done;
      if (read.status === 'fulfilled') {
        expect(read.value).toBe('mine');
        outcomes.read += 1;
      } else {
        outcomes.refused += 1;
      }
      if (listed.status === 'fulfilled') {
        expect(listed.value).not.toContain(secret.length);
      }
    }
    swapper.postMessage('stop');
    await ended;
    await expectNothingHappened();
    expect(Atomics.load(swaps, 0)).toBeGreaterThan(1000);
    expect(outcomes.read).toBeGreaterThan(10);
    expect(outcomes.refused).toBeGreaterThan(10);
  });

  async function readSecret(): Promise<string> {
    const handle = await space.openRead('/real/secret');
    try {
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  }
});

describe('hard links and special files', () => {
  asRoot('refuses a hard link to somebody else’s file', async () => {
    const foreign = join(outside, 'secret');
    await chown(foreign, 4321, 4321);
    await link(foreign, join(root, 'hard'));
    await expect(space.openRead('/hard')).rejects.toMatchObject({ code: 'FILE_FOREIGN' });
  });

  it('opens a hard link to one’s own file', async () => {
    await writeFile(join(root, 'a'), 'mine');
    await link(join(root, 'a'), join(root, 'b'));
    const handle = await space.openRead('/b');
    expect(await handle.readFile('utf8')).toBe('mine');
    await handle.close();
  });

  it('neither shows nor waits for a FIFO', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(await space.list('/', { language: 'en' })).toEqual([]);
    await expect(space.openRead('/pipe')).rejects.toMatchObject({ status: 404 });
  });

  it('does not wait for a FIFO put in a file’s place either', async () => {
    // The check before the open sees the file, the open finds the pipe: both happen within some hundred swaps.
    await writeFile(join(root, 'f'), 'mine');
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const swapper = new Worker(
      `const { renameSync } = require('node:fs');
       const { parentPort, workerData: root } = require('node:worker_threads');
       const p = (name) => root + '/' + name;
       let stop = false; parentPort.on('message', () => { stop = true; });
       const turn = () => {
         for (let i = 0; i < 50; i += 1) {
           renameSync(p('f'), p('x')); renameSync(p('pipe'), p('f')); renameSync(p('f'), p('pipe')); renameSync(p('x'), p('f'));
         }
         if (stop) { parentPort.close(); } else { setImmediate(turn); }
       };
       turn();`,
      { eval: true, workerData: root },
    );
    const ended = new Promise((resolve) => swapper.once('exit', resolve));
    for (let round = 0; round < 1_000; round += 1) {
      const handle = await space.openRead('/f').catch(() => null);
      if (handle !== null) {
        expect((await handle.stat()).isFile()).toBe(true);
        await handle.close();
      }
    }
    swapper.postMessage('stop');
    await ended;
  });

  asRoot('neither shows nor opens a device', async () => {
    execFileSync('mknod', [join(root, 'device'), 'c', '1', '5']);
    expect(await space.list('/', { language: 'en' })).toEqual([]);
    await expect(space.openRead('/device')).rejects.toMatchObject({ status: 404 });
  });
});

describe('names that are not UTF-8', () => {
  const hidden = (name: Buffer): Buffer => Buffer.concat([Buffer.from(`${root}/`), name]);

  it('are renamed by their bytes, and nothing else is', async () => {
    await writeFile(hidden(gbkName), 'mine');
    await writeFile(join(root, 'plain'), 'plain');
    for (const name of ['plain', '.', '..', 'a/\xff', '../outside/secret', '\0']) {
      const attempt = space.renameHidden('/', Buffer.from(name, 'latin1'), 'renamed');
      await expect(attempt).rejects.toMatchObject({ status: 404 });
    }
    const renamed = await space.renameHidden('/', gbkName, '测试');
    expect(renamed).toMatchObject({ path: '/测试', sizeBytes: 4 });
    expect((await readdir(root)).sort()).toEqual(['plain', '测试']);
  });

  it('replace nothing, and take no name that nobody could find', async () => {
    await writeFile(hidden(gbkName), 'mine');
    await writeFile(join(root, 'é'), 'kept');
    for (const name of ['é', 'e\u0301']) {
      await expect(space.renameHidden('/', gbkName, name)).rejects.toMatchObject({ status: 409 });
    }
    await expect(space.renameHidden('/', gbkName, 'x/y')).rejects.toMatchObject({ status: 400 });
    expect(await readFile(join(root, 'é'), 'utf8')).toBe('kept');
    expect(await space.listHidden('/')).toHaveLength(1);
  });

  it('of links are renamed as the links they are', async () => {
    await symlink(outside, hidden(gbkName));
    expect(await space.renameHidden('/', gbkName, 'link')).toMatchObject({ isDirectory: false });
    expect(await readlink(join(root, 'link'))).toBe(outside);
    expect(await space.listHidden('/')).toMatchObject([{ kind: 'link' }]);
    await expectNothingHappened();
  });
});
