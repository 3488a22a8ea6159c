import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityOf } from '../file-identity.js';
import { FileSpace } from '../file-space.js';

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
    await mkdir(join(root, 'v1.2'));
    await mkdir(join(root, 'd/v1.2'));
    expect((await space.moveInto('/v1.2', '/d', 'keepBoth')).path).toBe('/d/v1.2 (1)');
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
    const { dev, ino } = identityOf(await lstat(staged, { bigint: true }));
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
