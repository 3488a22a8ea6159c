import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Timings } from '../../../platform/timings.js';
import { loadConfig } from '../../../config/config.js';
import { ReservedSpaceFile } from './reserved-space-file.service.js';
import { Staging } from './staging.js';

const megabyte = 1024 * 1024;
const reserveBytes = 10 * megabyte;

let mount: string;
let staging: Staging;
let ballast: ReservedSpaceFile;
let dir: string;

/** Needs root, for a disk of its own: a developer's run without it fails here. */
beforeEach(async () => {
  mount = await mkdtemp(join(tmpdir(), 'clusterdesk-ballast-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${10 * reserveBytes}`, 'tmpfs', mount]);
  staging = new Staging(
    loadConfig({ DATA_DIR: mount, DATABASE_URL: 'postgres://nowhere/x', ADMIN_PASSWORD: 'pass-1' }),
  );
  dir = staging.ballastDir;
  ballast = new ReservedSpaceFile(staging, new Timings({ files: { ballastMs: 100 } }));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await ballast.onApplicationShutdown();
  execFileSync('umount', [mount]);
  await rm(mount, { recursive: true });
});

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(mount);
  return bavail * bsize;
}

const pieces = async (): Promise<string[]> => (await readdir(dir)).sort();
/** Those that are done: one that is being made has another name until then. */
const wholePieces = async (): Promise<string[]> =>
  (await pieces()).filter((name) => !name.includes('.part.'));
const fill = async (leaving: number): Promise<void> =>
  writeFile(join(mount, 'filler'), Buffer.alloc((await freeBytes()) - leaving));

it('holds a quarter of the reserve, gives it back on a full disk, and comes again', async () => {
  await ballast.start();
  await waitFor('the ballast', async () => (await wholePieces()).length === 4, 15_000);
  expect(await pieces()).toEqual(['1', '2', '3', '4']);
  let held = 0;
  for (const name of await pieces()) {
    held += (await stat(join(dir, name))).blocks * 512;
  }
  expect(held).toBeGreaterThan(0.9 * (reserveBytes / 4));
  await fill(0);
  expect(await pieces()).toHaveLength(4);
  await waitFor('room', async () => (await freeBytes()) > 0.5 * megabyte, 15_000);
  // No more than is needed: what has been given back is still there.
  expect((await pieces()).length).toBeGreaterThanOrEqual(2);
  await rm(join(mount, 'filler'));
  await waitFor('the ballast again', async () => (await wholePieces()).length === 4, 15_000);
});

it('takes nothing of what is short, and leaves alone what is only low', async () => {
  await fill(reserveBytes / 2);
  await ballast.start();
  const look = jest.spyOn(ballast, 'look');
  // A look that begins is told of after the one before it has ended.
  await waitFor('three looks', () => look.mock.calls.length >= 3);
  expect(await pieces()).toEqual([]);
});

it('is made by several workers at once, as those of containers, which all have the same process number', async () => {
  await mkdir(dir, { recursive: true });
  const other = new ReservedSpaceFile(staging, new Timings());
  while ((await pieces()).length < 4) {
    await Promise.all([ballast.look(), other.look()]);
  }
  expect(await pieces()).toEqual(['1', '2', '3', '4']);
});

it('keeps nothing of what a killed worker has left', async () => {
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, '1.part.left'), 'begun');
  await ballast.look();
  expect(await pieces()).toContain('1.part.left');
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
  await ballast.look();
  expect(await pieces()).not.toContain('1.part.left');
});
