import { createHash } from 'node:crypto';
import {
  lstat,
  lutimes,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../config/config.js';
import { formatWholeIdentity, identityOf } from '../../../platform/file-space/file-identity.js';
import { checkListed } from '../archive/listed-files.js';
import { ArchiveDamagedError } from '../backup.errors.js';
import { readList, type ListedEntry } from './file-list.js';
import { FilesBackup } from './files-backup.service.js';
import { FilesPlacing, type PlacedEntry } from './files-placing.service.js';
import { readListedTree } from './listed-tree.js';

const never = new AbortController().signal;
const list = 'files.jsonl.gz';
/** No text can say it. */
const gbk = Buffer.from('b2e2', 'hex');

let base: string;
let files: string;
let home: string;
let backup: FilesBackup;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'links-'));
  const config = loadConfig({ DATABASE_URL: 'postgresql://nobody@127.0.0.1/none', DATA_DIR: base });
  files = config.filesDir;
  home = join(files, 'home/ann');
  await mkdir(join(home, 'data'), { recursive: true });
  await mkdir(join(files, 'projects'));
  await mkdir(join(files, '.trash/disk/ann/1'), { recursive: true });
  await writeFile(join(home, 'data/in'), 'inside');
  await writeFile(join(base, 'secret'), 'of somebody else');
  backup = new FilesBackup(config);
});
afterEach(() => rm(base, { recursive: true, force: true }));

type Written = Awaited<ReturnType<FilesBackup['write']>>;

async function archive(
  name: string,
  previous: string | null = null,
): Promise<Written & { dir: string; entries: Map<string, ListedEntry>; read: number }> {
  const dir = join(base, name);
  await mkdir(dir);
  let read = 0;
  const from = previous && join(base, previous);
  const written = await backup.write(dir, from, (bytes) => (read += bytes), never);
  const entries = new Map<string, ListedEntry>();
  for await (const entry of readList(join(dir, list))) {
    entries.set(entry.path, entry);
  }
  return { ...written, dir, entries, read };
}

const check = (dir: string): Promise<void> => checkListed(dir, list, () => undefined, never);

async function place(from: string): Promise<{ into: string; placed: PlacedEntry[] }> {
  const into = join(base, 'placed');
  const placed: PlacedEntry[] = [];
  const onPlaced = async (some: PlacedEntry[]): Promise<void> => void placed.push(...some);
  await new FilesPlacing().place(from, into, onPlaced, () => undefined, never);
  return { into, placed };
}

async function readAll(file: string): Promise<void> {
  for await (const { names } of readListedTree(file)) {
    expect(names).not.toEqual([]);
  }
}

const below = (folder: string, name: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
const inText = (stats: Awaited<ReturnType<typeof exact>>): string =>
  formatWholeIdentity(identityOf(stats));
const exact = (path: string | Buffer) => lstat(path, { bigint: true });

describe('the links of a backup', () => {
  const links: [what: string, name: string | Buffer, target: string | Buffer][] = [
    ['to a file', 'file', 'data/in'],
    ['to a folder', 'folder', 'data'],
    ['to nothing', 'dangling', 'not/there'],
    ['to an absolute path', 'absolute', '/usr/bin/env'],
    ['out of the home', 'out', '../../../secret'],
    ['to itself', 'loop', 'loop'],
    ['to the folder it is in', 'above', '.'],
    ['as long as a system takes', 'long', `${'x'.repeat(4_094)}y`],
    ['with Chinese and a line’s end', '数据\n链接', '数据\n目标'],
    ['without text', gbk, Buffer.concat([gbk, Buffer.from('/in')])],
    ['with a name of 255 bytes', 'n'.repeat(255), 'data'],
  ];

  it.each(links)('come back as they were: %s', async (_, name, target) => {
    await symlink(target, below(home, name));
    await lutimes(below(home, name), 1_600_000_000, 1_600_000_000.123);
    const was = await exact(below(home, name));
    const { dir, files: manifest, leftOut, read } = await archive('one');
    await check(dir);
    expect(Object.values(leftOut)).toEqual([0, 0, 0, 0, 0]);
    // A link is no file, and has no bytes of its own.
    expect(manifest).toEqual({ count: 1, bytes: 6, list, leftOut: 0 });
    expect(read).toBe(6);
    const { into } = await place(dir);
    const there = below(join(into, 'home/ann'), name);
    expect(await readlink(there, 'buffer')).toEqual(Buffer.from(target));
    expect((await exact(there)).mtimeMs).toBe(was.mtimeMs);
    expect(await readFile(join(into, 'home/ann/data/in'), 'utf8')).toBe('inside');
  });

  it('lie in the list alone, and nothing of what they lead to is in the archive', async () => {
    await symlink('../../../secret', join(home, 'out'));
    await symlink(base, join(home, 'outside'));
    const { dir, entries } = await archive('one');
    expect(entries.get('home/ann/out')).toMatchObject({ mode: 'link', bytes: 0, sha256: '' });
    expect([...entries.keys()].filter((path) => path.startsWith('home/ann/outside'))).toEqual([
      'home/ann/outside',
    ]);
    const found = await readdir(join(dir, 'files'), { recursive: true, withFileTypes: true });
    expect(found.filter((entry) => entry.isSymbolicLink())).toEqual([]);
    expect(found.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['in']);
  });

  it('come back from where no path reaches, and from the trash', async () => {
    const deep = join(home, ...Array.from({ length: 9 }, () => 'd'.repeat(250)));
    await mkdir(deep, { recursive: true });
    await symlink('far', join(deep, 'link'));
    await symlink('gone', join(files, '.trash/disk/ann/1/link'));
    const { dir } = await archive('one');
    await check(dir);
    const { into } = await place(dir);
    expect(await readlink(join(deep.replace(files, into), 'link'))).toBe('far');
    expect(await readlink(join(into, '.trash/disk/ann/1/link'))).toBe('gone');
  });

  it('say which link is which by now', async () => {
    await symlink('data', join(home, 'link'));
    const was = await exact(join(home, 'link'));
    const { into, placed } = await place((await archive('one')).dir);
    const now = await exact(join(into, 'home/ann/link'));
    expect(placed).toContainEqual({ was: inText(was), now: inText(now) });
  });

  it('are read anew each time, and keep nothing else from being taken from the archive before', async () => {
    await symlink('data', join(home, 'a-link'));
    await writeFile(join(home, 'z'), 'kept');
    const one = await archive('one');
    await rm(join(home, 'a-link'));
    await symlink('data/in', join(home, 'a-link'));
    const two = await archive('two', 'one');
    const targetOf = ({ entries }: typeof one): string =>
      String(Buffer.from(entries.get('home/ann/a-link')?.targetBase64 ?? '', 'base64'));
    expect([targetOf(one), targetOf(two)]).toEqual(['data', 'data/in']);
    const inode = async (dir: string): Promise<number> =>
      (await lstat(join(dir, 'files/home/ann/z'))).ino;
    expect(await inode(two.dir)).toBe(await inode(one.dir));
    expect(two.read).toBe(one.read);
    // What was a link and is a file now, and the other way round.
    await rm(join(home, 'a-link'));
    await writeFile(join(home, 'a-link'), 'file');
    await rm(join(home, 'z'));
    await symlink('a-link', join(home, 'z'));
    const three = await archive('three', 'two');
    await check(three.dir);
    expect(three.entries.get('home/ann/a-link')).toMatchObject({ mode: 'file', bytes: 4 });
    expect(three.entries.get('home/ann/z')).toMatchObject({ mode: 'link', bytes: 0 });
  });

  it('in the place of a folder of the platform are left out, and so is what is no file', async () => {
    await symlink('ann', join(files, 'home/bob'));
    await symlink('ann', join(files, '.trash/disk/bob'));
    await symlink('1', join(files, '.trash/disk/ann/2'));
    await rm(join(files, 'projects'), { recursive: true });
    await symlink('home', join(files, 'projects'));
    const server = createServer().listen(join(home, 'socket'));
    const { entries, leftOut, files: manifest } = await archive('one');
    server.close();
    expect(leftOut).toMatchObject({ special: 5 });
    expect(manifest.leftOut).toBe(5);
    expect([...entries.values()].filter(({ mode }) => mode === 'link')).toEqual([]);
  });
});

describe('a list that is not ours', () => {
  const facts = { mtimeMs: 0, ctimeMs: 0, permissions: 0o755, identity: '1:1:1', bytes: 0 };
  const dir = (path: string): object => ({ ...facts, path, mode: 'dir', sha256: '' });
  const sha256 = createHash('sha256').digest('hex');
  const file = (path: string): object => ({ ...facts, path, mode: 'file', sha256 });
  const link = (path: string, target: string | Buffer = 'x', more: object = {}): object => ({
    ...{ ...facts, path, mode: 'link', sha256: '' },
    ...{ targetBase64: Buffer.from(target).toString('base64'), ...more },
  });
  const ann = [dir('home'), dir('home/ann')];
  const rawPath = (path: string): object => ({
    path: '.raw/1',
    pathBase64: Buffer.from(path).toString('base64'),
  });

  it.each<[string, object[]]>([
    ['has a file below a link', [...ann, link('home/ann/b', '/etc'), file('home/ann/b/c')]],
    ['has a folder below a link', [...ann, link('home/ann/b', '/etc'), dir('home/ann/b/c')]],
    ['has a link below a link', [...ann, link('home/ann/b', '/etc'), link('home/ann/b/c')]],
    ['has an entry below a file', [...ann, file('home/ann/b'), file('home/ann/b/c')]],
    [
      'has an entry below a link by its bytes',
      [...ann, link('home/ann/b', '/etc'), { ...file('x'), ...rawPath('home/ann/b/c') }],
    ],
    ['has a link and then a folder of one name', [...ann, link('home/ann/b'), dir('home/ann/b')]],
    ['has a folder and then a link of one name', [...ann, dir('home/ann/b'), link('home/ann/b')]],
    ['has a link and then a file of one name', [...ann, link('home/ann/b'), file('home/ann/b')]],
    [
      'comes back to a folder that it left for a link',
      [...ann, dir('home/ann/b'), link('home/ann/c'), file('home/ann/b/d')],
    ],
    ['is in another order', [...ann, file('home/ann/c'), link('home/ann/b')]],
    ['has a link in the place of all homes', [link('home', '/etc')]],
    ['has a link in the place of a home', [dir('home'), link('home/ann', '/etc')]],
    [
      'has a link in the place of a deleted entry',
      [dir('.trash'), dir('.trash/disk'), dir('.trash/disk/ann'), link('.trash/disk/ann/1')],
    ],
    ['has a file in the place of all homes', [file('home')]],
    ['has a link that leads out by its name', [...ann, link('home/ann/../../../x')]],
    ['has a link without a target', [...ann, link('home/ann/b', '', { targetBase64: undefined })]],
    ['has a link with an empty target', [...ann, link('home/ann/b', '')]],
    ['has a target with a zero', [...ann, link('home/ann/b', 'a\0b')]],
    ['has a target longer than systems take', [...ann, link('home/ann/b', 'x'.repeat(4_096))]],
    ['has a target that is no base64', [...ann, link('home/ann/b', '', { targetBase64: '*' })]],
    ['has a link with bytes', [...ann, link('home/ann/b', 'x', { bytes: 1 })]],
    ['has a file with a target', [...ann, { ...file('home/ann/b'), targetBase64: 'eA==' }]],
    ['has a folder with a target', [...ann, { ...dir('home/ann/b'), targetBase64: 'eA==' }]],
  ])('is refused when it %s', async (_, lines) => {
    const bad = join(base, 'bad');
    // Files that it names are there: it is the list that is refused.
    await mkdir(join(bad, 'files/home/ann/b'), { recursive: true });
    await mkdir(join(bad, 'files/.raw'));
    for (const path of ['home/ann/b/c', 'home/ann/b/d', 'home/ann/c', '.raw/1']) {
      await writeFile(join(bad, 'files', path), '');
    }
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    await writeFile(join(bad, list), gzipSync(text));
    await expect(readAll(join(bad, list))).rejects.toBeInstanceOf(ArchiveDamagedError);
    await expect(place(bad)).rejects.toBeInstanceOf(ArchiveDamagedError);
  });

  it('is refused when an archive is checked, with all files that it names', async () => {
    const bad = join(base, 'bad');
    await mkdir(join(bad, 'files/home/ann/b'), { recursive: true });
    await writeFile(join(bad, 'files/home/ann/b/c'), '');
    const lines = [...ann, link('home/ann/b', '/etc'), file('home/ann/b/c')];
    await writeFile(
      join(bad, list),
      gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')),
    );
    await expect(check(bad)).rejects.toBeInstanceOf(ArchiveDamagedError);
    await writeFile(
      join(bad, list),
      gzipSync(
        lines
          .with(2, dir('home/ann/b'))
          .map((line) => JSON.stringify(line))
          .join('\n'),
      ),
    );
    await check(bad);
  });

  it('is read where it is of the format before, without links', async () => {
    const old = join(base, 'old');
    await mkdir(join(old, 'files/home/ann'), { recursive: true });
    await writeFile(join(old, 'files/home/ann/b'), '');
    const lines = [...ann, file('home/ann/b')].map((line) => JSON.stringify(line));
    await writeFile(join(old, list), gzipSync(`${lines.join('\n')}\n`));
    await check(old);
    const { into } = await place(old);
    expect(await readFile(join(into, 'home/ann/b'), 'utf8')).toBe('');
  });
});
