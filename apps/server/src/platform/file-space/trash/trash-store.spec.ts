import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  chmod,
  chown,
  link,
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
import { FileSpace } from '../file-space.js';

const noSignal = new AbortController().signal;
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
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

const put = (path: string, text: string): Promise<void> => writeFile(join(root, path), text);
const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const inTrash = async (): Promise<string[]> =>
  (await space.trash.list(0, 1000)).entries.map((entry) => entry.path);

describe('the trash', () => {
  const drop = async (path: string): Promise<string> => (await space.toTrash(path)).id;
  const free = (): Promise<number> => space.trash.removePurged(noSignal);

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
      await free();
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
    await free();
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
    expect(await space.trash.hasPurged()).toBe(true);
    await free();
    expect(await space.trash.hasPurged()).toBe(false);
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

  it('shows what a killed process was restoring, but not what another is restoring now', async () => {
    await put('cut-off', 'x');
    const id = await drop('/cut-off');
    await rename(join(trash, id), join(trash, `${id}.restoring`));
    expect(await space.trash.list(0, 10)).toEqual({ entries: [], total: 0 });
    const now = Date.now;
    Date.now = () => now() + 61_000;
    try {
      expect(await space.trash.list(0, 10)).toMatchObject({ entries: [{ id }], total: 1 });
    } finally {
      Date.now = now;
    }
    expect((await space.restore(id)).path).toBe('/cut-off');
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
      await free();
    } finally {
      process.seteuid?.(0);
    }
    expect(await readdir(trash)).toEqual([]);
    expect(await readdir(join(root, 'x'))).toEqual([]);
  });

  it('purges at once, whatever there is, and frees the space later', async () => {
    await mkdir(join(root, 'big'));
    await Promise.all(Array.from({ length: 300 }, (_, i) => put(`big/${i}`, 'x')));
    const id = await drop('/big');
    await space.trash.purge(id);
    expect(await inTrash()).toEqual([]);
    await expect(space.restore(id)).rejects.toMatchObject({ code: 'TRASH_NOT_FOUND' });
    await expect(space.trash.purge(id)).rejects.toMatchObject({ code: 'TRASH_NOT_FOUND' });
    expect(await readdir(join(trash, `${id}.purging`, 'big'))).toHaveLength(300);
    await space.trash.removePurged(AbortSignal.abort());
    expect(await readdir(join(trash, `${id}.purging`, 'big'))).toHaveLength(300);
    const freed = await Promise.all([free(), free(), free()]);
    // Each byte once, whoever of them removed it.
    expect(freed.reduce((sum, bytes) => sum + bytes)).toBe(300);
    expect(await readdir(trash)).toEqual([]);
  });

  it('stops in the middle of a large entry, and goes on', async () => {
    await mkdir(join(root, 'big'));
    await Promise.all(Array.from({ length: 300 }, (_, i) => put(`big/${i}`, 'x')));
    await space.trash.purge(await drop('/big'));
    let looks = 0;
    const signal = Object.defineProperty(new AbortController().signal, 'aborted', {
      get: () => (looks += 1) > 6,
    });
    const first = await space.trash.removePurged(signal);
    const left = (await readdir(trash, { recursive: true })).length;
    expect(left).toBeGreaterThan(200);
    expect(left).toBeLessThan(302);
    expect(first + (await free())).toBe(300);
    expect(await readdir(trash)).toEqual([]);
  });

  it('does not purge what is just coming', async () => {
    const id = '01900000-0000-7000-8000-000000000000';
    await mkdir(join(trash, id));
    await expect(space.trash.purge(id)).rejects.toMatchObject({ code: 'TRASH_NOT_FOUND' });
    expect(await readdir(trash)).toEqual([id]);
  });

  describe('after a crash in the middle of giving a file back', () => {
    /** The state that a kill leaves between the file's second name and the removal of the first. */
    const crashAfterLink = async (place: string): Promise<string> => {
      await put('f.txt', 'once');
      const id = await drop('/f.txt');
      await rename(join(trash, id), join(trash, `${id}.restoring`));
      await writeFile(join(trash, `${id}.target`), `/${place}`);
      await link(join(trash, `${id}.restoring`, 'f.txt'), join(root, place));
      return id;
    };
    const sweepLater = async (): Promise<void> => {
      const now = Date.now;
      Date.now = () => now() + 11 * 60_000;
      try {
        await space.trash.sweep();
      } finally {
        Date.now = now;
      }
    };

    it('has it in its place only', async () => {
      await crashAfterLink('f (1).txt');
      await sweepLater();
      expect(await inTrash()).toEqual([]);
      expect(await readdir(trash)).toEqual([]);
      expect(await text('f (1).txt')).toBe('once');
    });

    it('keeps it in the trash when another file lies there', async () => {
      await crashAfterLink('f.txt');
      await rm(join(root, 'f.txt'));
      await put('f.txt', 'another');
      await sweepLater();
      expect(await inTrash()).toEqual(['/f.txt']);
      expect(await text('f.txt')).toBe('another');
    });

    it('notes the place before it takes it', async () => {
      await put('f.txt', 'x');
      const id = await drop('/f.txt');
      await mkdir(join(trash, `${id}.target`)); // cannot be written: nothing may have been moved
      await expect(space.restore(id)).rejects.toThrow();
      expect(await readdir(root)).toEqual([]);
      expect(await inTrash()).toEqual(['/f.txt']);
    });
  });
});
