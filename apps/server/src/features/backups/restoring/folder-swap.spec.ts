import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { FolderSwap } from './folder-swap.js';
import { FoldersApartError } from './restoring.errors.js';

const id = '01234567-89ab-4cde-8f01-23456789abcd';
let files: string;
let swap: FolderSwap;

beforeEach(async () => {
  files = await mkdtemp(join(tmpdir(), 'folder-swap-'));
  await mkdir(join(files, '.staging'));
  for (const folder of ['home', 'projects']) {
    await mkdir(join(files, folder));
    await writeFile(join(files, folder, 'which'), 'old');
  }
  swap = new FolderSwap(files, id);
});
afterEach(() => rm(files, { recursive: true, force: true }));

async function prepare(): Promise<void> {
  await swap.prepare();
  for (const folder of ['home', 'projects', '.trash']) {
    await mkdir(join(swap.fresh, folder), { recursive: true });
    await writeFile(join(swap.fresh, folder, 'which'), 'new');
  }
}

const read = (folder: string): Promise<string> => readFile(join(files, folder, 'which'), 'utf8');

async function expectNew(): Promise<void> {
  for (const folder of ['home', 'projects', '.trash']) {
    expect(await read(folder)).toBe('new');
  }
  expect(await readdir(swap.dir)).toEqual(['old']);
  await swap.remove();
  expect(await FolderSwap.listIds(files)).toEqual([]);
}

it('puts the new folders in the place of the old ones', async () => {
  await prepare();
  expect(await FolderSwap.listIds(files)).toEqual([id]);
  await swap.complete();
  await expectNew();
});

it.each([
  ['before the first renaming', async () => undefined],
  ['between two renamings', () => rename(join(files, 'home'), join(swap.dir, 'old/home'))],
  [
    'when a call has made the folder anew meanwhile',
    async () => {
      await rename(join(files, 'home'), join(swap.dir, 'old/home'));
      await mkdir(join(files, 'home/ann'), { recursive: true });
    },
  ],
  [
    'after a folder',
    async () => {
      await rename(join(files, 'home'), join(swap.dir, 'old/home'));
      await rename(join(swap.fresh, 'home'), join(files, 'home'));
    },
  ],
  ['after all of them', () => swap.complete()],
])('finishes what was begun, killed %s', async (_, begin) => {
  await prepare();
  await begin();
  await new FolderSwap(files, id).complete();
  await expectNew();
});

it('refuses a folder that is a link', async () => {
  await rename(join(files, 'home'), join(files, 'elsewhere'));
  await symlink(join(files, 'elsewhere'), join(files, 'home'));
  await expect(swap.prepare()).rejects.toBeInstanceOf(FoldersApartError);
});
