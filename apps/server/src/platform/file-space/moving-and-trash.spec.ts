import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSpace } from './file-space.js';

const asRoot = process.geteuid?.() === 0 ? it : it.skip;

let base: string;
let root: string;
let trash: string;
let outside: string;
let space: FileSpace;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'file-moving-'));
  root = join(base, 'home');
  trash = join(base, 'trash');
  outside = join(base, 'outside');
  space = await FileSpace.open({ root, trash });
  await mkdir(outside);
  await writeFile(join(outside, 'secret'), 'secret');
}, 30_000);

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

const put = (path: string, text: string): Promise<void> => writeFile(join(root, path), text);
const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const inTrash = async (): Promise<string[]> =>
  (await space.trash.list(0, 1000)).entries.map((entry) => entry.path);

describe('moveInto', () => {
  beforeEach(async () => {
    await mkdir(join(root, 'd'));
    await mkdir(join(root, 'tree/below'), { recursive: true });
    await put('tree/below/f', 'new tree');
    await put('f.txt', 'new');
  });

  it('moves a file and a folder', async () => {
    expect((await space.moveInto('/f.txt', '/d', 'refuse')).path).toBe('/d/f.txt');
    expect((await space.moveInto('/tree', '/d', 'refuse')).path).toBe('/d/tree');
    expect(await text('d/tree/below/f')).toBe('new tree');
    expect(await readdir(root)).toEqual(['d']);
  });

  it('refuses a taken name, in whatever spelling', async () => {
    await put('d/f.txt', 'old');
    await put('\u00e9', 'new');
    await put('d/e\u0301', 'old');
    for (const path of ['/f.txt', '/\u00e9']) {
      await expect(space.moveInto(path, '/d', 'refuse')).rejects.toMatchObject({
        code: 'FILE_NAME_TAKEN',
      });
    }
    expect(await text('d/f.txt')).toBe('old');
    expect(await text('f.txt')).toBe('new');
  });

  it('overwrites a file by a file, and puts folders in the way into the trash', async () => {
    await put('d/f.txt', 'old');
    await space.moveInto('/f.txt', '/d', 'overwrite');
    expect(await text('d/f.txt')).toBe('new');
    expect(await inTrash()).toEqual([]);
    await mkdir(join(root, 'd/tree'));
    await put('d/tree/old', 'old tree');
    await space.moveInto('/tree', '/d', 'overwrite');
    expect(await readdir(join(root, 'd/tree'))).toEqual(['below']);
    expect(await inTrash()).toEqual(['/d/tree']);
    // A folder takes the place of a file, and a file that of a folder: both can be had back.
    await put('tree', 'a file now');
    await space.moveInto('/tree', '/d', 'overwrite');
    expect(await text('d/tree')).toBe('a file now');
    await mkdir(join(root, 'tree'));
    await space.moveInto('/tree', '/d', 'overwrite');
    expect((await stat(join(root, 'd/tree'))).isDirectory()).toBe(true);
    expect(await inTrash()).toEqual(['/d/tree', '/d/tree', '/d/tree']);
  });

  it('keeps both under the next free name', async () => {
    await put('d/f.txt', 'old');
    await mkdir(join(root, 'd/tree'));
    expect((await space.moveInto('/f.txt', '/d', 'keepBoth')).path).toBe('/d/f (1).txt');
    expect((await space.moveInto('/tree', '/d', 'keepBoth')).path).toBe('/d/tree (1)');
    expect(await text('d/f.txt')).toBe('old');
  });

  it('leaves what is there already', async () => {
    for (const conflict of ['refuse', 'overwrite', 'keepBoth'] as const) {
      expect((await space.moveInto('/f.txt', '/', conflict)).path).toBe('/f.txt');
      expect((await space.moveInto('/tree', '//', conflict)).path).toBe('/tree');
    }
    expect(await inTrash()).toEqual([]);
  });

  it('moves no folder into itself, and does not clear away the folder the entry is in', async () => {
    await mkdir(join(root, 'd/f.txt/d'), { recursive: true });
    for (const dir of ['/d', '/d/f.txt']) {
      await expect(space.moveInto('/d', dir, 'overwrite')).rejects.toMatchObject({
        code: 'FILE_MOVE_INTO_ITSELF',
      });
    }
    await expect(space.moveInto('/d/f.txt/d', '/', 'overwrite')).rejects.toMatchObject({
      code: 'FILE_NAME_TAKEN',
    });
    expect((await stat(join(root, 'd/f.txt/d'))).isDirectory()).toBe(true);
    expect(await inTrash()).toEqual([]);
  });

  it('moves a file over another name of the same file', async () => {
    await link(join(root, 'f.txt'), join(root, 'd/f.txt'));
    await space.moveInto('/f.txt', '/d', 'overwrite');
    expect(await text('d/f.txt')).toBe('new');
    await expect(lstat(join(root, 'f.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('loses nothing when many want one name', async () => {
    for (let i = 0; i < 20; i += 1) {
      await mkdir(join(root, `from${i}`));
      await put(`from${i}/same`, `${i}`);
    }
    const sources = Array.from({ length: 20 }, (_, i) => `/from${i}/same`);
    const refused = await Promise.allSettled(
      sources.map((path) => space.moveInto(path, '/d', 'refuse')),
    );
    expect(refused.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const rest = sources.filter((_, i) => refused[i]?.status === 'rejected');
    await Promise.all(rest.map((path) => space.moveInto(path, '/d', 'keepBoth')));
    const names = await readdir(join(root, 'd'));
    const texts = await Promise.all(names.map((name) => text(`d/${name}`)));
    expect(texts.map(Number).sort((a, b) => a - b)).toEqual(sources.map((_, i) => i));
  });

  it('follows no link', async () => {
    await symlink(outside, join(root, 'out'));
    await expect(space.moveInto('/f.txt', '/out', 'overwrite')).rejects.toMatchObject({
      status: 404,
    });
    await expect(space.moveInto('/out', '/d', 'refuse')).rejects.toMatchObject({ status: 404 });
    await expect(space.moveInto('/out/secret', '/d', 'refuse')).rejects.toMatchObject({
      status: 404,
    });
    await symlink(outside, join(root, 'd/tree'));
    await space.moveInto('/tree', '/d', 'overwrite');
    expect(await readdir(outside)).toEqual(['secret']);
    expect(await text('d/tree/below/f')).toBe('new tree');
  });
});

describe('placeTree', () => {
  const stage = async (): Promise<{ staged: string; identity: { dev: bigint; ino: bigint } }> => {
    const staged = join(base, `staged-${Math.random()}`);
    await mkdir(staged);
    await writeFile(join(staged, 'f'), 'placed');
    const { dev, ino } = await lstat(staged, { bigint: true });
    return { staged, identity: { dev, ino } };
  };

  it('gives a folder its place, as the conflict says', async () => {
    const placed = async (conflict: 'refuse' | 'overwrite' | 'keepBoth'): Promise<string> =>
      (await space.placeTree((await stage()).staged, '/', 't', conflict)).path;
    expect(await placed('refuse')).toBe('/t');
    await expect(placed('refuse')).rejects.toMatchObject({ code: 'FILE_NAME_TAKEN' });
    expect(await placed('keepBoth')).toBe('/t (1)');
    expect(await placed('overwrite')).toBe('/t');
    expect(await inTrash()).toEqual(['/t']);
    await expect(
      space.placeTree((await stage()).staged, '/', '../outside/x', 'overwrite'),
    ).rejects.toMatchObject({ code: 'FILE_INVALID_NAME' });
  });

  it('done again after a crash, finds what it placed', async () => {
    const { staged, identity } = await stage();
    await space.placeTree(staged, '/', 't', 'keepBoth', identity);
    expect((await space.placeTree(staged, '/', 't', 'keepBoth', identity)).path).toBe('/t');
    expect(await readdir(root)).toEqual(['t']);
  });
});

describe('the trash', () => {
  const drop = async (path: string): Promise<string> => (await space.toTrash(path)).id;

  it('lists the latest first, in pages', async () => {
    for (const name of ['a', 'b', 'c']) {
      await put(name, name.repeat(4));
      await drop(`/${name}`);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await mkdir(join(root, 'd'));
    await drop('/d');
    const all = await space.trash.list(0, 10);
    expect(all.total).toBe(4);
    expect(all.entries.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      ['/d', null],
      ['/c', 4],
      ['/b', 4],
      ['/a', 4],
    ]);
    expect((await space.trash.list(1, 3)).entries.map(({ path }) => path)).toEqual(['/a']);
  });

  it('gives back under missing folders, and beside what has the name now', async () => {
    await mkdir(join(root, 'x/y'), { recursive: true });
    await put('x/y/f.txt', 'one');
    const first = await drop('/x/y/f.txt');
    await put('x/y/f.txt', 'two');
    const second = await drop('/x/y/f.txt');
    await drop('/x');
    expect((await space.restore(first)).path).toBe('/x/y/f.txt');
    expect((await space.restore(second)).path).toBe('/x/y/f (1).txt');
    expect(await text('x/y/f (1).txt')).toBe('two');
    expect(await inTrash()).toEqual(['/x']);
    await expect(space.restore(first)).rejects.toMatchObject({ code: 'TRASH_NOT_FOUND' });
    expect((await readdir(trash)).length).toBe(2);
  });

  it('gives back into the root when a folder of the path is a file or a link now', async () => {
    for (const name of ['a', 'b']) {
      await mkdir(join(root, name));
      await put(`${name}/f`, name);
    }
    const ids = [await drop('/a/f'), await drop('/b/f')];
    await rm(join(root, 'a'), { recursive: true });
    await rm(join(root, 'b'), { recursive: true });
    await put('a', 'a file');
    await symlink(outside, join(root, 'b'));
    expect((await space.restore(ids[0] ?? '')).path).toBe('/f');
    expect((await space.restore(ids[1] ?? '')).path).toBe('/f (1)');
    expect(await readdir(outside)).toEqual(['secret']);
  });

  it.each(['file', 'folder'])('gives a %s back once, however many ask', async (kind) => {
    for (let round = 0; round < 20; round += 1) {
      await (kind === 'file' ? put('e', 'x') : mkdir(join(root, 'e')));
      const id = await drop('/e');
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => space.restore(id)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') {
          expect(outcome.reason).toMatchObject({ code: 'TRASH_NOT_FOUND' });
        }
      }
      expect(await readdir(root)).toEqual(['e']);
      await rm(join(root, 'e'), { recursive: true });
    }
    expect(await readdir(trash)).toEqual([]);
  });

  it('either restores or purges when both are asked', async () => {
    for (let round = 0; round < 30; round += 1) {
      await put('e', 'x');
      const id = await drop('/e');
      const [restored, purged] = await Promise.allSettled([
        space.restore(id),
        space.trash.purge(id),
      ]);
      expect([restored.status, purged.status].sort()).toEqual(['fulfilled', 'rejected']);
      expect((await readdir(root)).length).toBe(restored.status === 'fulfilled' ? 1 : 0);
      await rm(join(root, 'e'), { force: true });
    }
    expect(await readdir(trash)).toEqual([]);
  });

  it('purges a tree without following links, however deep', async () => {
    await mkdir(join(root, 'big'));
    await symlink(outside, join(root, 'big/link'));
    await link(join(outside, 'secret'), join(root, 'big/hard'));
    let deepest = join(root, 'big');
    for (let depth = 0; depth < 15; depth += 1) {
      deepest = join(deepest, 'd'.repeat(200));
      await mkdir(deepest);
      await writeFile(join(deepest, 'f'), '');
    }
    // Deeper than any path can say: the tree is put below another one, and again.
    for (let times = 0; times < 3; times += 1) {
      await mkdir(join(root, 'next', 'n'.repeat(200), 'n'.repeat(200)), { recursive: true });
      await rename(join(root, 'big'), join(root, 'next', 'n'.repeat(200), 'n'.repeat(200), 'big'));
      await rename(join(root, 'next'), join(root, 'big'));
    }
    await space.trash.purge(await drop('/big'));
    expect(await readdir(trash)).toEqual([]);
    expect(await readdir(outside)).toEqual(['secret']);
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
  });

  it.each(['..', '../home', '.', '', '/', 'x'.repeat(64), `${'0'.repeat(36)}`, '%2e%2e'])(
    'knows no id %j',
    async (id) => {
      await put('f', 'x');
      await expect(space.restore(id)).rejects.toMatchObject({ status: 404 });
      await expect(space.trash.purge(id)).rejects.toMatchObject({ status: 404 });
      expect(await text('f')).toBe('x');
    },
  );

  it('after a crash is finished or put back', async () => {
    const crash = async (name: string, suffix: string): Promise<string> => {
      await put(name, name);
      const id = await drop(`/${name}`);
      await rename(join(trash, id), join(trash, `${id}${suffix}`));
      return id;
    };
    await crash('purged', '.purging');
    const fresh = await crash('fresh', '.restoring');
    await space.trash.sweep();
    expect((await readdir(trash)).sort()).toEqual([`${fresh}.json`, `${fresh}.restoring`]);
    const now = Date.now;
    Date.now = () => now() + 11 * 60_000;
    try {
      await mkdir(join(trash, '01900000-0000-7000-8000-000000000000'));
      await space.trash.sweep();
    } finally {
      Date.now = now;
    }
    expect(await inTrash()).toEqual(['/fresh']);
    expect((await space.restore(fresh)).path).toBe('/fresh');
  });

  asRoot('takes, gives back and purges folders that their owner made read-only', async () => {
    await mkdir(join(root, 'x/sealed/inner'), { recursive: true });
    await put('x/sealed/inner/f', 'x');
    for (const path of ['.', 'home', 'trash', 'home/x', 'home/x/sealed', 'home/x/sealed/inner']) {
      await chown(join(base, path), 65_534, 65_534);
    }
    await chmod(join(root, 'x/sealed/inner'), 0o000);
    await chmod(join(root, 'x/sealed'), 0o555);
    process.seteuid?.(65_534);
    try {
      const id = await drop('/x/sealed');
      expect((await space.restore(id)).path).toBe('/x/sealed');
      expect((await stat(join(root, 'x/sealed'))).mode & 0o777).toBe(0o555);
      await space.trash.purge(await drop('/x/sealed'));
    } finally {
      process.seteuid?.(0);
    }
    expect(await readdir(trash)).toEqual([]);
    expect(await readdir(join(root, 'x'))).toEqual([]);
  });
});
