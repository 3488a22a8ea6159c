import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileSpace } from '../file-space.js';
import { fsyncAndIdentify } from './file-placing.js';

const isRoot = process.getuid?.() === 0;
const groupId = 4321;

let base: string;
let root: string;
let space: FileSpace;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'group-of-folder-'));
  root = join(base, 'home');
  space = await FileSpace.open({ root, trash: join(base, 'trash') });
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

async function place(name: string): Promise<void> {
  const staged = join(base, 'staged');
  await writeFile(staged, 'uploaded');
  await space.place(staged, await fsyncAndIdentify(staged), '/', name, 'overwrite');
}
const groupOf = async (path: string): Promise<number> => (await stat(join(root, path))).gid;

(isRoot ? describe : describe.skip)('the home of an account', () => {
  beforeEach(async () => {
    await chown(root, 0, groupId);
    await chmod(root, 0o2770);
  });

  it('hands its group on to a file that is put into it', async () => {
    await place('f');
    await place('f');
    expect(await groupOf('f')).toBe(groupId);
    expect((await stat(join(root, 'f'))).mode & 0o777).toBe(0o660);
    expect(await readFile(join(root, 'f'), 'utf8')).toBe('uploaded');
  });

  it('hands it on to all of a folder, which does the same from then on', async () => {
    const staged = join(base, 'tree');
    await mkdir(join(staged, 'inner'), { recursive: true });
    await writeFile(join(staged, 'inner/leaf'), 'leaf');
    await space.placeTree(staged, '/', 'tree', 'refuse');
    expect(await Promise.all(['tree', 'tree/inner', 'tree/inner/leaf'].map(groupOf))).toEqual(
      Array(3).fill(groupId),
    );
    expect((await stat(join(root, 'tree/inner'))).mode & 0o2000).toBe(0o2000);
  });
});

it('elsewhere things keep the group they have', async () => {
  await chmod(root, 0o770);
  if (isRoot) {
    await chown(root, 0, groupId);
  }
  await place('f');
  expect(await groupOf('f')).toBe((await stat(base)).gid);
});
