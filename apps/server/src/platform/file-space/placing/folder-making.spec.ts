import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SafeDirectory } from '../safe-directory.js';
import { SpaceTree } from '../space-tree.js';
import { makeManyFolders } from './folder-making.js';

let root: string;
let opened: number;
let mostOpen: number;

const openDescriptors = (): number => readdirSync('/proc/self/fd').length;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clusterdesk-making-'));
  [opened, mostOpen] = [0, 0];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its folder below
  const openDirectory = SafeDirectory.prototype.openDirectory;
  jest.spyOn(SafeDirectory.prototype, 'openDirectory').mockImplementation(async function (
    this: SafeDirectory,
    name,
  ) {
    const folder = await openDirectory.call(this, name);
    opened += 1;
    mostOpen = Math.max(mostOpen, openDescriptors());
    return folder;
  });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

const make = (paths: string[]): Promise<void> =>
  makeManyFolders(new SpaceTree(root), paths, { onChange: () => undefined });
const level = (count: number, name = 'x'): string => `/${name}`.repeat(count);

describe('making many folders', () => {
  it('opens each of deep ones once', async () => {
    const before = openDescriptors();
    const paths = Array.from({ length: 3 }, (_, index) => `/d${index}${level(150)}`);
    await make(paths);
    expect((await stat(join(root, 'd2', level(150)))).isDirectory()).toBe(true);
    expect(opened).toBeLessThanOrEqual(3 * 151);
    await make(paths);
    expect(opened).toBeLessThanOrEqual(2 * 3 * 151);
    expect(openDescriptors()).toBe(before);
  });

  it('keeps few open, also of folders that branch at every level', async () => {
    const before = openDescriptors();
    const paths = Array.from({ length: 150 }, (_, depth) => `${level(depth)}/a/b`);
    await make([`${level(150)}`, ...paths]);
    expect(await readdir(join(root, level(149)))).toEqual(expect.arrayContaining(['a', 'x']));
    expect(mostOpen - before).toBeLessThan(12);
  });

  it('goes on from what is there, and leaves nothing open when it is refused', async () => {
    const before = openDescriptors();
    await mkdir(join(root, 'a/b'), { recursive: true });
    await symlink('/tmp', join(root, 'a/link'));
    await expect(make(['/a/b/c', '/a/link/x', '/z'])).rejects.toThrow();
    expect(openDescriptors()).toBe(before);
    await make(['/a/b/c/d', '/z']);
    expect((await stat(join(root, 'a/b/c/d'))).isDirectory()).toBe(true);
  });

  it('tells of each folder once, to who made it, however many ask at once', async () => {
    const made: string[] = [];
    const paths = Array.from({ length: 20 }, (_, index) => `/a${index}/b`);
    const askers = Array.from({ length: 8 }, () =>
      makeManyFolders(new SpaceTree(root), paths, {
        onChange: () => undefined,
        onMade: ({ path }) => made.push(path),
      }),
    );
    await Promise.all(askers);
    expect(made.sort()).toEqual(paths.flatMap((path) => [path.slice(0, -2), path]).sort());
  });
});
