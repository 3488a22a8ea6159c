import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NameTakenError } from '../file-space.errors.js';
import { FileSpace } from '../file-space.js';
import { SafeDirectory } from '../safe-directory.js';
import { fsyncAndIdentify } from './file-placing.js';

let dir: string;
let space: FileSpace;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clusterdesk-nolinks-'));
  space = await FileSpace.open({ root: join(dir, 'root'), trash: join(dir, 'trash') });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await rm(dir, { recursive: true });
});

/** As FAT, some network filesystems and BeeGFS across folders answer. */
it.each(['EPERM', 'ENOTSUP', 'EXDEV'])(
  'a file is placed on a filesystem whose links fail with %s, and replaces nothing',
  async (code) => {
    jest
      .spyOn(SafeDirectory.prototype, 'linkFromPath')
      .mockRejectedValue(Object.assign(new Error(code), { code }));
    const place = async (content: string, conflict: 'refuse' | 'keepBoth'): Promise<string> => {
      const staged = join(dir, 'staged');
      await writeFile(staged, content);
      const identity = await fsyncAndIdentify(staged);
      return (await space.place(staged, identity, '/', 'f.txt', conflict)).path;
    };
    expect(await place('first', 'refuse')).toBe('/f.txt');
    await expect(place('second', 'refuse')).rejects.toThrow(NameTakenError);
    expect(await place('third', 'keepBoth')).toBe('/f (1).txt');
    expect((await readdir(join(dir, 'root'))).sort()).toEqual(['f (1).txt', 'f.txt']);
    expect(await readFile(join(dir, 'root/f.txt'), 'utf8')).toBe('first');
    expect(await readFile(join(dir, 'root/f (1).txt'), 'utf8')).toBe('third');
  },
);
