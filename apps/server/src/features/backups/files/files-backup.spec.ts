import { createHash } from 'node:crypto';
import {
  appendFile,
  chmod,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { formatWholeIdentity, identityOf } from '../../../platform/file-space/file-identity.js';
import { loadConfig } from '../../../config/config.js';
import { ArchiveDamagedError } from '../backup.errors.js';
import { readList, type ListedEntry } from './file-list.js';
import { FilesBackup, type LeftOutCounts } from './files-backup.service.js';
import { FilesPlacing, type PlacedEntry } from './files-placing.service.js';

const never = new AbortController().signal;
/** No text can say it. */
const gbkName = Buffer.from('b2e2', 'hex');
const noneLeftOut: LeftOutCounts = {
  special: 0,
  foreign: 0,
  refused: 0,
  tooDeep: 0,
  changing: 0,
};

let base: string;
let files: string;
let backup: FilesBackup;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'files-backup-'));
  const config = loadConfig({ DATABASE_URL: 'postgresql://nobody@127.0.0.1/none', DATA_DIR: base });
  files = config.filesDir;
  await mkdir(join(files, 'home/ann/work'), { recursive: true });
  await mkdir(join(files, '.trash/disk/ann/1'), { recursive: true });
  await mkdir(join(files, '.staging/uploads'), { recursive: true });
  await writeFile(join(files, 'home/ann/a.txt'), 'first');
  await writeFile(join(files, 'home/ann/work/数据\n.txt'), 'second');
  await writeFile(join(files, '.trash/disk/ann/1/gone.txt'), 'third');
  await writeFile(join(files, '.staging/uploads/half'), 'no part of it');
  backup = new FilesBackup(config);
});

afterEach(() => rm(base, { recursive: true, force: true }));

async function archive(
  name: string,
  previous: string | null = null,
  signal = never,
): Promise<{
  dir: string;
  entries: Map<string, ListedEntry>;
  leftOut: LeftOutCounts;
  told: number | undefined;
  read: number;
}> {
  const dir = join(base, name);
  await mkdir(dir);
  let read = 0;
  const from = previous === null ? null : join(base, previous);
  const written = await backup.write(dir, from, (bytes) => (read += bytes), signal);
  const entries = new Map<string, ListedEntry>();
  for await (const entry of readList(join(dir, 'files.jsonl.gz'))) {
    entries.set(entry.path, entry);
  }
  const list = await readFile(join(dir, 'files.jsonl.gz'));
  expect(written.part).toEqual({
    path: 'files.jsonl.gz',
    bytes: list.length,
    sha256: createHash('sha256').update(list).digest('hex'),
  });
  expect(written.files.count).toBe([...entries.values()].filter((e) => e.mode === 'file').length);
  expect(read).toBe(written.files.bytes);
  const { leftOut, files } = written;
  return { dir, entries, leftOut, told: files.leftOut, read };
}

const inode = async (...parts: string[]): Promise<number> => (await stat(join(...parts))).ino;

describe('the files of a backup', () => {
  it('are the homes, the projects and the trash, with their checksums', async () => {
    const { dir, entries, leftOut } = await archive('one');
    expect([...entries.keys()]).toEqual([
      '.trash',
      '.trash/disk',
      '.trash/disk/ann',
      '.trash/disk/ann/1',
      '.trash/disk/ann/1/gone.txt',
      'home',
      'home/ann',
      'home/ann/a.txt',
      'home/ann/work',
      'home/ann/work/数据\n.txt',
    ]);
    expect(entries.get('home/ann/a.txt')).toMatchObject({
      bytes: 5,
      sha256: createHash('sha256').update('first').digest('hex'),
    });
    expect(await readFile(join(dir, 'files/home/ann/work/数据\n.txt'), 'utf8')).toBe('second');
    expect(leftOut).toEqual(noneLeftOut);
    await expect(backup.measure()).resolves.toEqual({ count: 3, bytes: 16 });
  });

  it('take what has not changed from the archive before, and nothing else', async () => {
    await writeFile(join(files, 'home/ann/kept.txt'), 'kept');
    const one = await archive('one');
    const before = await stat(join(files, 'home/ann/a.txt'));
    await writeFile(join(files, 'home/ann/a.txt'), 'other');
    // As an upload may: same size, and the time of before.
    await utimes(join(files, 'home/ann/a.txt'), before.atime, before.mtime);
    await writeFile(join(files, 'home/ann/new.txt'), 'new');
    const two = await archive('two', 'one');
    expect(await inode(two.dir, 'files/home/ann/kept.txt')).toBe(
      await inode(one.dir, 'files/home/ann/kept.txt'),
    );
    expect(await readFile(join(two.dir, 'files/home/ann/a.txt'), 'utf8')).toBe('other');
    expect(two.entries.get('home/ann/kept.txt')).toEqual(one.entries.get('home/ann/kept.txt'));
    expect(await readFile(join(one.dir, 'files/home/ann/a.txt'), 'utf8')).toBe('first');
    expect(two.entries.has('home/ann/new.txt')).toBe(true);
  });

  it('are copied where the archive before lacks them or cannot be read', async () => {
    await archive('one');
    await rm(join(base, 'one/files/home/ann/a.txt'), { force: true });
    expect(
      await readFile(join((await archive('two', 'one')).dir, 'files/home/ann/a.txt'), 'utf8'),
    ).toBe('first');
    await chmod(join(base, 'two/files.jsonl.gz'), 0o600);
    await writeFile(join(base, 'two/files.jsonl.gz'), 'broken');
    expect((await archive('three', 'two')).entries.size).toBe(10);
  });

  it('end a file that is written to all the time, and note it', async () => {
    const log = join(files, 'home/ann/log');
    await writeFile(log, Buffer.alloc(8 * 1024 * 1024, 'x'));
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await appendFile(log, 'more');
      }
    })();
    const { dir, entries, leftOut, told } = await archive('one');
    isOver = true;
    await writing;
    // It is in the backup.
    expect([leftOut.changing, told]).toEqual([1, 0]);
    const kept = await readFile(join(dir, 'files/home/ann/log'));
    expect(entries.get('home/ann/log')).toMatchObject({
      bytes: kept.length,
      sha256: createHash('sha256').update(kept).digest('hex'),
    });
  });

  it('stop when they are told to', async () => {
    const stopping = new AbortController();
    stopping.abort(new Error('enough'));
    await expect(archive('one', null, stopping.signal)).rejects.toThrow();
  });
});

describe('laying files out', () => {
  const place = async (from: string): Promise<{ into: string; placed: PlacedEntry[] }> => {
    const into = join(base, 'placed');
    const placed: PlacedEntry[] = [];
    await new FilesPlacing().place(
      from,
      into,
      async (some) => void placed.push(...some),
      () => undefined,
      never,
    );
    return { into, placed };
  };

  it('gives back content, times, permissions and names, and says which file is which', async () => {
    const script = join(files, 'home/ann/run.sh');
    await writeFile(script, '#!/bin/sh');
    await chmod(script, 0o750);
    await utimes(script, 1_600_000_000, 1_600_000_000.123);
    const raw = Buffer.concat([Buffer.from(`${files}/home/ann/`), gbkName]);
    await mkdir(raw);
    await writeFile(Buffer.concat([raw, Buffer.from('/in')]), 'inside');
    const deep = join(files, 'home/ann', ...Array.from({ length: 9 }, () => 'd'.repeat(250)));
    await mkdir(deep, { recursive: true });
    await writeFile(join(deep, 'far'), 'far away');
    await chmod(join(files, 'home/ann/work'), 0o550);
    const was = await stat(script, { bigint: true });
    const { dir } = await archive('one');
    const { into, placed } = await place(dir);
    const now = await stat(join(into, 'home/ann/run.sh'), { bigint: true });
    expect([now.mtimeMs, now.mode & 0o777n]).toEqual([was.mtimeMs, 0o750n]);
    expect(now.ino).not.toBe(was.ino);
    const text = (stats: typeof now): string => formatWholeIdentity(identityOf(stats));
    expect(placed).toContainEqual({ was: text(was), now: text(now) });
    const inside = Buffer.concat([Buffer.from(`${into}/home/ann/`), gbkName, Buffer.from('/in')]);
    expect(await readFile(inside, 'utf8')).toBe('inside');
    expect(await readFile(join(deep.replace(files, into), 'far'), 'utf8')).toBe('far away');
    expect((await stat(join(into, 'home/ann/work'))).mode & 0o777).toBe(0o550);
    expect((await stat(join(into, 'projects'))).isDirectory()).toBe(true);
    await chmod(join(files, 'home/ann/work'), 0o750);
    await chmod(join(into, 'home/ann/work'), 0o750);
  });

  it('never gives a file of the archive a second name outside of it', async () => {
    const { dir } = await archive('one');
    await link(join(dir, 'files/home/ann/a.txt'), join(base, 'elsewhere'));
    const { into } = await place(dir);
    expect(await inode(into, 'home/ann/a.txt')).not.toBe(await inode(dir, 'files/home/ann/a.txt'));
  });

  it.each([
    ['leads out', [{ path: 'home/../../x' }]],
    ['is absolute', [{ path: '/etc/passwd' }]],
    ['is no folder of backups', [{ path: '.staging/x' }]],
    [
      'leads out by its bytes',
      [{ path: '.raw/1', pathBase64: Buffer.from('home/../..').toString('base64') }],
    ],
    ['comes before its folder', [{ path: 'home/ann' }]],
    ['has no name', [{ path: 'home' }, { path: 'home//x' }]],
  ])('refuses a list with an entry that %s', async (_, paths) => {
    await mkdir(join(base, 'bad'));
    const lines = paths.map((path) => ({
      mode: 'dir',
      bytes: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      permissions: 0o755,
      identity: '1:1:1',
      sha256: '',
      ...path,
    }));
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    await writeFile(join(base, 'bad/files.jsonl.gz'), gzipSync(text));
    await expect(place(join(base, 'bad'))).rejects.toBeInstanceOf(ArchiveDamagedError);
  });
});
