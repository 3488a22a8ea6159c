import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EntryNotFoundError } from '../../../platform/file-space/file-space.errors.js';
import { FileSpace } from '../../../platform/file-space/file-space.js';
import { fsyncAndIdentify } from '../../../platform/file-space/placing/file-placing.js';
import { DropBoxFiles } from './drop-box-files.js';

let dir: string;
let box: string;
let files: DropBoxFiles;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clusterdesk-box-'));
  box = join(dir, 'root/box');
  await mkdir(join(box, 'Sub'), { recursive: true });
  await writeFile(join(box, 'taken.txt'), 'there before');
  await writeFile(join(box, 'file'), 'no folder');
  const whole = await FileSpace.open({ root: join(dir, 'root'), trash: join(dir, 'trash') });
  files = new DropBoxFiles(whole.below('/box'));
});

afterEach(() => rm(dir, { recursive: true, force: true }));

async function put(folder: string, name: string, again = false): Promise<string> {
  const staged = join(dir, 'staged');
  if (!again) {
    await writeFile(staged, 'new');
  }
  const identity = await fsyncAndIdentify(staged);
  return (await files.place(staged, identity, folder, name)).path;
}

const inBox = async (): Promise<string[]> => (await readdir(box, { recursive: true })).sort();

describe('a drop box', () => {
  it('replaces nothing, and answers as if nothing had been there', async () => {
    expect(await put('/', 'taken.txt')).toBe('/taken.txt');
    expect(await put('/', 'taken.txt')).toBe('/taken.txt');
    expect(await put('/', 'fresh.txt')).toBe('/fresh.txt');
    expect(await inBox()).toEqual([
      'Sub',
      'file',
      'fresh.txt',
      'taken (1).txt',
      'taken (2).txt',
      'taken.txt',
    ]);
    expect(await readFile(join(box, 'taken.txt'), 'utf8')).toBe('there before');
  });

  it('makes folders beside files that have their names, and says nothing of it', async () => {
    await symlink(dir, join(box, 'link'));
    expect(await files.makeDirs('/file/deep')).toBe('/file/deep');
    expect(await put('/file/deep', 'a')).toBe('/file/deep/a');
    expect(await put('/link', 'b')).toBe('/link/b');
    expect(await put('/Sub', 'c')).toBe('/Sub/c');
    expect(await readdir(box)).toEqual(
      expect.arrayContaining(['file', 'file (1)', 'link', 'link (1)']),
    );
    expect(await readdir(join(box, 'file (1)/deep'))).toEqual(['a']);
    expect(await readdir(join(box, 'link (1)'))).toEqual(['b']);
    expect(await readdir(join(box, 'Sub'))).toEqual(['c']);
    expect(await readdir(dir)).not.toContain('b');
    expect(files.originOf('/file/deep/a')).toBe('/file (1)/deep/a');
    expect(files.originOf('/else')).toBe('/else');
  });

  it('shows nothing of what is there, taken or free', async () => {
    for (const path of ['/taken.txt', '/Sub', '/none', '/../box', '/box']) {
      for (const look of [
        () => files.stat(path),
        () => files.identify(path),
        () => files.openRead(path),
        () => files.linkToPath(path),
        () => files.toTrash(path),
        () => files.move(path),
        () => files.moveInto(path),
        () => files.mkdir(path),
        () => files.makeManyDirs([path]),
      ]) {
        await expect(look()).rejects.toThrow(/FILE_NOT_FOUND|FILE_INVALID_PATH/);
      }
    }
    expect(await files.list()).toEqual([]);
    expect(await files.count()).toEqual({ total: 0, folders: 0, hidden: 0 });
    expect(await files.find()).toMatchObject({ entries: [] });
    expect(await files.walk().next()).toMatchObject({ done: true });
    expect(await files.findTaken()).toBeNull();
    expect(await files.freeName('/', 'taken.txt')).toBe('taken.txt');
    expect(await files.stat('/')).toMatchObject({ path: '/', isDirectory: true, sizeBytes: 0 });
  });

  it('is gone with its folder', async () => {
    await rm(box, { recursive: true });
    await expect(files.stat('/')).rejects.toThrow(EntryNotFoundError);
    await expect(put('/', 'a')).rejects.toThrow(EntryNotFoundError);
  });

  it('is not led elsewhere by a path', async () => {
    for (const folder of ['/..', '/Sub/../..', '/a\0b']) {
      await expect(put(folder, 'a')).rejects.toThrow(/FILE_INVALID/);
    }
    expect(await readdir(join(dir, 'root'))).toEqual(['box']);
  });
});
