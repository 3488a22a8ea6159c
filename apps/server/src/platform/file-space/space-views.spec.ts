import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EntryNotFoundError, InvalidPathError, RootFixedError } from './file-space.errors.js';
import { FileSpace } from './file-space.js';
import type { EntryFilter } from './listing/entry-filter.js';
import type { RootedFiles } from './rooted-files.js';
import type { ListOptions } from './listing/space-listing.js';
import { MountedPaths } from './mounted-paths.js';
import { VirtualRoot } from './virtual-root.js';

let dir: string;
let root: string;
let whole: FileSpace;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clusterdesk-views-'));
  root = join(dir, 'root');
  await mkdir(join(root, 'a/b/c'), { recursive: true });
  await writeFile(join(root, 'a/b/c/inner'), 'inner');
  await writeFile(join(root, 'a/b/file'), 'file');
  await mkdir(join(root, 'x/b'), { recursive: true });
  await writeFile(join(root, 'x/b/other'), 'other');
  await writeFile(join(root, 'secret'), 'secret');
  whole = await FileSpace.open({ root, trash: join(dir, 'trash') });
});

afterEach(() => rm(dir, { recursive: true, force: true }));

const read = async (files: RootedFiles, path: string): Promise<string> => {
  const handle = await files.openRead(path);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
};

const walked = async (files: RootedFiles, path = '/', filter?: EntryFilter): Promise<string[]> => {
  const paths: string[] = [];
  for await (const entry of files.walk(path, { filter })) {
    paths.push(entry.path);
  }
  return paths;
};

const names = async (files: RootedFiles, path: string, filter?: EntryFilter): Promise<string[]> =>
  (await files.list(path, { language: 'en', filter })).map(({ name }) => name);

describe('a folder of a space as a tree of its own', () => {
  it('shows its entries by paths of its own', async () => {
    const view = whole.below('/a').below('/b');
    expect(await names(view, '/')).toEqual(['c', 'file']);
    expect(await walked(view)).toEqual(['/c', '/c/inner', '/file']);
    expect(await read(view, '/c/inner')).toBe('inner');
    expect((await view.stat('/file')).path).toBe('/file');
    expect((await view.find('inner')).entries.map(({ path }) => path)).toEqual(['/c/inner']);
  });

  it('is not left by a path, nor by a link in the way to it', async () => {
    const view = whole.below('/a/b');
    await expect(view.stat('/../../secret')).rejects.toThrow(InvalidPathError);
    await expect(view.stat('/secret')).rejects.toThrow(EntryNotFoundError);
    // A job puts a link in the place of a folder above the view: opened by its whole path, it would be followed.
    const outside = join(dir, 'outside');
    await mkdir(join(outside, 'b'), { recursive: true });
    await writeFile(join(outside, 'b/stolen'), 'stolen');
    await rename(join(root, 'a'), join(root, 'was a'));
    await symlink(outside, join(root, 'a'));
    await expect(names(view, '/')).rejects.toThrow(EntryNotFoundError);
    await expect(view.stat('/')).rejects.toThrow(EntryNotFoundError);
    await expect(read(view, '/stolen')).rejects.toThrow(EntryNotFoundError);
    await expect(view.mkdir('/new')).rejects.toThrow(EntryNotFoundError);
    expect(await readdir(join(outside, 'b'))).toEqual(['stolen']);
  });

  it('is missing when its folder is gone, and is never made', async () => {
    const view = whole.below('/a/gone');
    await expect(view.stat('/')).rejects.toThrow(EntryNotFoundError);
    await expect(view.makeDirs('/new')).rejects.toThrow(EntryNotFoundError);
    expect(await readdir(join(root, 'a'))).toEqual(['b']);
  });

  it('puts into the trash of the space what can be restored there', async () => {
    const { id } = await whole.below('/a/b').toTrash('/c');
    expect((await whole.trash.find(id))?.path).toBe('/a/b/c');
    expect((await whole.restore(id)).path).toBe('/a/b/c');
  });
});

describe('a filter', () => {
  const asked: string[][] = [];
  const withoutC: EntryFilter = (paths) => {
    asked.push([...paths]);
    return Promise.resolve(paths.map((path) => !path.endsWith('/c')));
  };

  it('is asked once for a folder, and leaves out what is below', async () => {
    asked.length = 0;
    expect(await names(whole, '/a/b', withoutC)).toEqual(['file']);
    expect(asked).toEqual([['/a/b/c', '/a/b/file']]);
    expect(await whole.count('/a/b', 'en', withoutC)).toEqual({ total: 1, folders: 0, hidden: 0 });
    expect(await walked(whole, '/a', withoutC)).toEqual(['/a/b', '/a/b/file']);
    expect((await whole.find('inner', '/', { filter: withoutC })).entries).toEqual([]);
  });
});

describe('several entries side by side', () => {
  it('have names of their own, however far apart they lie', async () => {
    const files = new VirtualRoot(whole, ['/a/b', '/x/b', '/secret']);
    expect(await names(files, '/')).toEqual(['b', 'b (1)', 'secret']);
    expect(await names(files, '/b')).toEqual(['c', 'file']);
    expect(await walked(files)).toEqual([
      '/b',
      '/b/c',
      '/b/c/inner',
      '/b/file',
      '/b (1)',
      '/b (1)/other',
      '/secret',
    ]);
    expect(await read(files, '/b/c/inner')).toBe('inner');
    expect(await read(files, '/b (1)/other')).toBe('other');
    expect(await read(files, '/secret')).toBe('secret');
    expect(files.originOf('/b (1)/other')).toBe('/x/b/other');
    expect((await files.find('other')).entries.map(({ path }) => path)).toEqual(['/b (1)/other']);
  });

  it('are all there is, and the top stays as it is', async () => {
    const files = new VirtualRoot(whole, ['/a/b']);
    await expect(files.stat('/x')).rejects.toThrow(EntryNotFoundError);
    await expect(files.stat('/b/../../secret')).rejects.toThrow(InvalidPathError);
    await expect(files.mkdir('/new')).rejects.toThrow(RootFixedError);
    await expect(files.toTrash('/b')).rejects.toThrow(RootFixedError);
    expect((await files.mkdir('/b/new')).path).toBe('/b/new');
    expect((await files.move('/b/file', '/b/new/file')).path).toBe('/b/new/file');
    expect(await readdir(join(root, 'a/b/new'))).toEqual(['file']);
  });

  it('show one that is gone no more', async () => {
    const files = new VirtualRoot(whole, ['/a/b', '/x/b']);
    await rm(join(root, 'x/b'), { recursive: true });
    expect(await names(files, '/')).toEqual(['b']);
    await expect(files.stat('/b (1)')).rejects.toThrow(EntryNotFoundError);
  });

  it('keep their names when one of them is not shown', async () => {
    const files = new VirtualRoot(whole, ['/a/b', '/x/b', '/secret'], new Set([0, 2]));
    expect(await names(files, '/')).toEqual(['b (1)']);
    expect(await read(files, '/b (1)/other')).toBe('other');
    await expect(files.stat('/b')).rejects.toThrow(EntryNotFoundError);
    await expect(files.stat('/secret')).rejects.toThrow(EntryNotFoundError);
  });

  it('come in the order that is asked for', async () => {
    await writeFile(join(root, 'large'), 'larger than it');
    const files = new VirtualRoot(whole, ['/secret', '/a', '/large', '/x']);
    const sorted = async (options: Pick<ListOptions, 'sort' | 'order'>): Promise<string[]> =>
      (await files.list('/', { language: 'en', ...options })).map(({ name }) => name);
    expect(await sorted({})).toEqual(['a', 'x', 'large', 'secret']);
    expect(await sorted({ order: 'desc' })).toEqual(['x', 'a', 'secret', 'large']);
    expect((await sorted({ sort: 'size' })).slice(2)).toEqual(['secret', 'large']);
    expect((await sorted({ sort: 'size', order: 'desc' })).slice(2)).toEqual(['large', 'secret']);
  });

  it('do not tell where they lie when they refuse', async () => {
    await symlink('/etc', join(root, 'a/b/link'));
    const files = new VirtualRoot(whole, ['/a/b', '/a/b/c']);
    const refusals = [
      () => files.stat('/b/none'),
      () => files.list('/b/none', { language: 'en' }),
      () => files.count('/b/none', 'en'),
      () => files.find('x', '/b/none'),
      () => files.openRead('/b/link'),
      () => files.identify('/c/none'),
    ];
    for (const refuse of refusals) {
      const error: unknown = await refuse().catch((refusal: unknown) => refusal);
      expect(error).toBeInstanceOf(EntryNotFoundError);
      expect(error).toMatchObject({ details: { path: expect.stringMatching(/^\/[bc](\/|$)/) } });
    }
  });

  it('knows where a folder of the tree is seen', () => {
    const paths = new MountedPaths(['/a/b', '/x/b', '/a/b/c', '/secret'], new Set([3]));
    expect(paths.dirsShowing('/a/b/c')).toEqual(['/b/c', '/c']);
    expect(paths.dirsShowing('/a/b')).toEqual(['/b', '/']);
    expect(paths.dirsShowing('/a')).toEqual(['/']);
    expect(paths.dirsShowing('/x/bc')).toEqual([]);
    expect(paths.dirsShowing('/')).toEqual([]);
  });
});
